#!/usr/bin/env python3
"""Linear mixed models beside lme4 (Debian r-cran-lme4): the same restricted likelihood at the same place, and what it costs. Writes docs/mixed.md.

    bench/mixed/run.py build/autumn

With flat priors for everything but the groups, the collapsed density is lme4's restricted likelihood (the fixed effects integrated out too), times
the Jacobian of scales that are sampled as logs. So at lme4's estimate both must have the same value, and ours a gradient of zero.
"""
import argparse
import csv
from dataclasses import dataclass
import datetime
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "bench" / "paper"))
import run as paper  # noqa: E402

MODELS = ROOT / "models" / "mixed"


@dataclass(frozen=True)
class Mixed:
    name: str
    title: str
    formula: str
    scales: tuple  # ours, and lme4's names of them, but for sigma
    correlation: str = ""  # lme4's name


CASES = (
    Mixed("intercepts_slopes", "random intercepts and slopes", "y ~ x + (x || group)",
          (("sd_intercept", "sd.group.(Intercept)"), ("sd_slope", "sd.group_1.x"))),
    Mixed("correlated_slopes", "correlated slopes (lkj)", "y ~ x + (x | group)", (("sd_group", "sd.group.(Intercept)", "sd.group.x"),),
          "correlation.group.(Intercept)"),
    Mixed("crossed_two", "two crossed effects", "y ~ x + (1 | a) + (1 | b)", (("sd_a", "sd.a.(Intercept)"), ("sd_b", "sd.b.(Intercept)"))),
    Mixed("crossed_three", "three crossed effects", "y ~ x + (1 | a) + (1 | b) + (1 | c)",
          (("sd_a", "sd.a.(Intercept)"), ("sd_b", "sd.b.(Intercept)"), ("sd_c", "sd.c.(Intercept)"))),
    Mixed("nested", "nested effects", "y ~ x + (1 | school) + (1 | class)", (("sd_school", "sd.school.(Intercept)"), ("sd_class", "sd.class.(Intercept)"))),
)


def output_of(*command):
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if run.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{run.stderr}")
    return run.stdout


def has_lme4():
    return shutil.which("Rscript") and subprocess.run(["Rscript", "-e", "library(lme4)"], capture_output=True).returncode == 0


def columns(data):
    """One row for each observation, as R wants them."""
    rows = {k: v for k, v in data.items() if isinstance(v, list) and len(v) == data["N"]}
    if "school_of" in data:
        rows["school"] = [data["school_of"][k - 1] for k in data["class"]]
    return rows


def lme4(case, data, folder):
    path = folder / f"{case.name}.csv"
    rows = columns(data)
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(rows)
        writer.writerows(zip(*rows.values()))
    pairs = (line.rsplit(maxsplit=1) for line in output_of("Rscript", ROOT / "bench" / "mixed" / "lme4.R", path, case.formula).splitlines())
    return {name: value if name == "version" else float(value) for name, value in pairs}


def point_of(case, fit):
    """lme4's estimate as values of our parameters."""
    point = {"sigma": fit["sigma"]}
    for name, *theirs in case.scales:
        values = [fit[t] for t in theirs]
        point[name] = values if len(values) > 1 else values[0]
    if case.correlation:
        rho = fit[case.correlation]
        point["L"] = [[1, 0], [rho, math.sqrt(1 - rho * rho)]]
    return point


def without_jacobian(case, fit, density):
    """Value and gradient of the restricted likelihood. Of a scale the Jacobian is the scale itself; a correlation is tanh(u), with Jacobian
    1 - tanh(u)^2, and its lkj(1) density is 1/2."""
    scales = [fit["sigma"], *(fit[t] for _, *theirs in case.scales for t in theirs)]
    value = density["log_density"] - sum(map(math.log, scales))
    gradient = [g - 1 for name, part in density["gradient"].items() if name != "L" for g in part]
    if case.correlation:
        rho = fit[case.correlation]
        value -= math.log(1 - rho * rho) + math.log(0.5)
        gradient += [g + 2 * rho for g in density["gradient"]["L"]]
    return value, gradient


def sampled(autumn, program, data, folder, *options):
    """Minimum ESS per second of the parameters, over warm-up, sampling and recovery."""
    path = folder / "summary.json"
    output_of(autumn, "sample", program, "--data", data, "--chains", 1, "--threads", 1, "--draws", 4000, "--seed", 1, "--quiet", "--force", "--summary", path, *options)
    summary = json.loads(path.read_text())
    ess = [v["ess_bulk"] or 0.0 for v in summary["variables"] if v["ess_bulk"] is not None]
    return min(ess) / (summary["timings"]["warmup"] + summary["timings"]["sampling"])


def one(autumn, case, folder):
    program, data_path = MODELS / f"{case.name}.stan", MODELS / "data" / f"{case.name}.json"
    explained = json.loads(output_of(autumn, "explain", program, "--data", data_path, "--format", "json"))
    bench = json.loads(output_of(autumn, "bench", program, "--data", data_path, "--json"))
    result = {"case": case, "before": explained["dimension_before"], "after": explained["dimension_after"], "bench": bench,
              "rates": [sampled(autumn, program, data_path, folder), sampled(autumn, program, data_path, folder, "--marginalize", "none")]}
    if has_lme4():
        result["fit"] = fit = lme4(case, json.loads(data_path.read_text()), folder)
        at = folder / "point.json"
        at.write_text(json.dumps(point_of(case, fit)))
        density = json.loads(output_of(autumn, "density", program, "--data", data_path, "--at", at, "--collapsed"))
        result["value"], result["gradient"] = without_jacobian(case, fit, density)
    return result


def table(results):
    lines = ["| model | dimensions | sampled | lme4's log likelihood | difference | largest gradient | lme4, one evaluation | ours, with its gradient | ratio |",
             "|---|---|---|---|---|---|---|---|---|"]
    for r in results:
        ours = r["bench"]["ns_per_gradient"] / 1e3
        cells = [r["case"].title, str(r["before"]), str(r["after"])]
        if "fit" in r:
            theirs = 1e6 * r["fit"]["seconds_per_evaluation"]
            cells += [f'{r["fit"]["log_likelihood"]:.4f}', f'{r["value"] - r["fit"]["log_likelihood"]:.1e}', f'{max(map(abs, r["gradient"])):.1e}', f"{theirs:.1f} µs",
                      f"{ours:.1f} µs", f"{theirs / ours:.1f} x"]
        else:
            cells += ["", "", "", "", f"{ours:.1f} µs", ""]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def rate_table(results):
    bar = "\\|"  # of a formula, within a table
    lines = ["| model | formula in lme4 | min ESS/s, collapsed | without collapse | ratio |", "|---|---|---|---|---|"]
    lines += [f'| {r["case"].title} | `{r["case"].formula.replace("|", bar)}` | {r["rates"][0]:,.0f} | {r["rates"][1]:,.0f} | {r["rates"][0] / r["rates"][1]:,.0f} x |' for r in results]
    return "\n".join(lines)


def page(results, about):
    kept = [r for r in results if r["after"] > sum(len(s) - 1 for s in r["case"].scales) + 1 + bool(r["case"].correlation)]
    remark = "Everything but the scales and correlations is integrated out, of every model." if not kept else \
        "More is sampled than scales and correlations: " + ", ".join(r["case"].title for r in kept) + "."
    version = next((f'lme4 {r["fit"]["version"]}' for r in results if "fit" in r), "lme4 is not installed (Debian r-cran-lme4), so there is nothing to compare with")
    return f"""# Linear mixed models

The paper's follow-up (NeurIPS 2024) integrates out one effect of a linear mixed model; Autumn integrates out all of them, and the fixed effects. The programs and simulated data are in `models/mixed`. Written by
`{about["command"]}` on {about["date"]}; {about["machine"]}; {about["version"]}; {version}.

With flat priors the collapsed density is lme4's restricted likelihood. At lme4's estimate (REML) the two must be equal, and our gradient (by logs of the scales) must vanish as
far as lme4 has converged:

{table(results)}

{remark} lme4 evaluates its likelihood profiled over sigma and the fixed effects, without a gradient; ours is with one.

One chain of 1,000 + 4,000 draws, minimum ESS (effective sample size) over all variables per second of warm-up, sampling and recovery:

{rate_table(results)}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", type=pathlib.Path, help="the program, as in build/autumn")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "mixed.md", help="where the tables go")
    options = parser.parse_args()
    autumn = options.autumn.resolve()
    paper.pin()
    with tempfile.TemporaryDirectory() as folder:
        results = [one(autumn, case, pathlib.Path(folder)) for case in CASES]
    about = {"command": " ".join(["bench/mixed/run.py", str(options.autumn)]), "date": datetime.date.today().isoformat(), "machine": paper.machine(),
             "version": output_of(autumn, "--version").strip()}
    options.page.write_text(page(results, about))
    subprocess.run([ROOT / "tools" / "wrap-markdown", options.page], check=True)
    print(table(results) + "\n\n" + rate_table(results))


main()
