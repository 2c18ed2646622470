#!/usr/bin/env python3
"""lme4's InstEval: ratings of 1,128 lecturers in 14 departments by 2,972 students, 73,421 rows. Times a gradient, and runs the sampler within limits.

    bench/inst_eval.py --autumn build/autumn [--marginalize all] [--limit 600] [--simulated] [--work DIR] [--compare]

--compare fits the model by lme4 (REML, about a minute) and evaluates our collapsed density there: with flat priors it is the restricted likelihood.

The data are lme4's own (Debian's r-cran-lme4) and too large for the repository: they are made by R, and kept in the work folder. Without R, or with
--simulated, data of that size are simulated, which is good for times but not for comparisons with lme4.
"""
import argparse
import csv
import json
import math
import pathlib
import random
import shutil
import subprocess
import tempfile
from typing import Any

from runs import HERE, Limits, run

PROGRAM = HERE / "shapes" / "inst_eval.stan"
ROWS, STUDENTS, LECTURERS, DEPARTMENTS = 73421, 2972, 1128, 14
EXPORT = """
suppressMessages(library(lme4))
data <- InstEval
codes <- data.frame(student = as.integer(data$s), lecturer = as.integer(data$d), dept = as.integer(data$dept),
                    service = as.integer(data$service) - 1, y = data$y)
write.csv(codes, commandArgs(trailingOnly = TRUE)[1], row.names = FALSE)
"""


REML = """
suppressMessages(library(lme4))
data <- InstEval
data$service <- as.integer(data$service) - 1
fit <- lmer(y ~ service + (1 | s) + (1 | d) + (1 | dept), data, REML = TRUE)
found <- as.data.frame(VarCorr(fit))
cat(sprintf("%s %.17g\\n", found$grp, found$sdcor), sep = "")
cat(sprintf("logLik %.17g\\n", as.numeric(logLik(fit))))
"""
OURS = {"s": "sd_student", "d": "sd_lecturer", "dept": "sd_dept", "Residual": "sigma"}


def has_lme4() -> bool:
    return shutil.which("Rscript") is not None and subprocess.run(["Rscript", "-e", "library(lme4)"], capture_output=True, check=False).returncode == 0


def as_data(columns: dict[str, list[Any]]) -> dict[str, Any]:
    return {"N": len(columns["y"]), "S": max(columns["student"]), "D": max(columns["lecturer"]), "P": max(columns["dept"]), **columns}


def exported(folder: pathlib.Path) -> dict[str, Any]:
    """What R has."""
    script, table = folder / "inst_eval.R", folder / "inst_eval.csv"
    script.write_text(EXPORT)
    subprocess.run(["Rscript", str(script), str(table)], check=True)
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    return as_data({name: [int(row[name]) for row in rows] for name in ("student", "lecturer", "dept", "service", "y")})


def simulated() -> dict[str, Any]:
    """Every student rates some 25 lecturers, mostly those that many rate; a lecturer is of one department, but teaches a fifth of the time as a
    service for others. Scales are about those that lme4 finds."""
    rng = random.Random("InstEval")
    of_student = [rng.gauss(0, 0.33) for _ in range(STUDENTS)]
    of_lecturer = [rng.gauss(0, 0.51) for _ in range(LECTURERS)]
    of_dept = [rng.gauss(0, 0.1) for _ in range(DEPARTMENTS)]
    home = [rng.randrange(DEPARTMENTS) for _ in range(LECTURERS)]
    student = list(range(STUDENTS)) + [rng.randrange(STUDENTS) for _ in range(ROWS - STUDENTS)]
    lecturer = list(range(LECTURERS)) + [int(LECTURERS * rng.random() ** 1.5) for _ in range(ROWS - LECTURERS)]
    service = [int(rng.random() < 0.43) for _ in range(ROWS)]
    dept = [rng.randrange(DEPARTMENTS) if s and rng.random() < 0.2 else home[d] for s, d in zip(service, lecturer)]
    y = [3.28 - 0.09 * e + of_student[s] + of_lecturer[d] + of_dept[p] + rng.gauss(0, 1.18) for s, d, p, e in zip(student, lecturer, dept, service)]
    return as_data({"student": [k + 1 for k in student], "lecturer": [k + 1 for k in lecturer], "dept": [k + 1 for k in dept], "service": service,
                    "y": [float(min(5, max(1, round(v)))) for v in y]})


def data_file(folder: pathlib.Path, is_simulated: bool) -> pathlib.Path:
    path = folder / ("inst_eval_simulated.json" if is_simulated else "inst_eval.json")
    if not path.exists():
        path.write_text(json.dumps(simulated() if is_simulated else exported(folder)) + "\n")
    return path


def said(autumn: str, data: pathlib.Path, mode: str, limits: Limits) -> None:
    """What is collapsed, and what a gradient costs."""
    common = [str(PROGRAM), "--data", str(data), "--marginalize", mode]
    plan = run([autumn, "explain", *common], limits)
    print(plan.failure or plan.output)
    bench = run([autumn, "bench", *common, "--json"], limits)
    if bench.failure:
        print(f"bench: {bench.failure} after {bench.seconds:.0f} s and {bench.megabytes:.0f} MB")
        return
    figures = json.loads(bench.output)
    print(f'{figures["dimension_uncollapsed"]} -> {figures["dimension"]} dimensions; gradient {figures["ns_per_gradient_uncollapsed"] / 1e6:.2f} -> {figures["ns_per_gradient"] / 1e6:.2f} ms; '
          f'recovery {figures["ns_per_recovery"] / 1e6:.2f} ms; prepared in {figures["prepare_ms"]["total"] / 1e3:.2f} s; {figures["peak_rss_mb"]:.0f} MB')


def sampled(autumn: str, data: pathlib.Path, mode: str, limits: Limits) -> None:
    """One chain; processor seconds of the whole, and the seconds after warm-up that 1,000 effective draws of everything take."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "summary.json"
        done = run([autumn, "sample", str(PROGRAM), "--data", str(data), "--marginalize", mode, "--seed", "1", "--chains", "1", "--threads", "1", "--refresh", "0",
                    "--force", "--summary", str(path)], limits)
        if done.failure:
            print(f"sample: {done.failure} after {done.seconds:.0f} s and {done.megabytes:.0f} MB")
            return
        summary = json.loads(path.read_text())
    ess = {v["name"]: v["ess_bulk"] for v in summary["variables"] if v["ess_bulk"] is not None and v["name"] != "lp__"}
    least = min(ess, key=lambda name: ess[name])
    after = summary["timings"]["sampling"] * 1000 / ess[least]
    print(done.output.split("\n\n")[0])
    print(f'one chain: {done.seconds:.0f} s of processor time, {done.megabytes:.0f} MB; warm-up {summary["timings"]["warmup"]:.0f} s, sampling {summary["timings"]["sampling"]:.0f} s; '
          f'least ESS {ess[least]:.0f} ({least}); 1,000 effective draws in {after:.0f} s after warm-up')


def compared(autumn: str, data: pathlib.Path, folder: pathlib.Path) -> None:
    """lme4's restricted log likelihood at its estimate, and ours there, less the logarithms of the scales (the Jacobian of the unconstrained ones)."""
    script, point = folder / "reml.R", folder / "reml.json"
    script.write_text(REML)
    lines = subprocess.run(["Rscript", str(script)], check=True, capture_output=True, text=True).stdout.split("\n")
    found = {name: float(value) for name, value in (line.split() for line in lines if line)}
    point.write_text(json.dumps({ours: found[theirs] for theirs, ours in OURS.items()}))
    said = subprocess.run([autumn, "density", str(PROGRAM), "--data", str(data), "--at", str(point), "--collapsed"], check=True, capture_output=True, text=True).stdout
    ours = json.loads(said)["log_density"] - sum(math.log(found[name]) for name in OURS)
    print(f'restricted log likelihood: lme4 {found["logLik"]:.8f}, ours {ours:.8f}, relative difference {abs(ours / found["logLik"] - 1):.1e}')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", required=True)
    parser.add_argument("--marginalize", default="auto", help="auto, none or all (auto)")
    parser.add_argument("--limit", type=float, default=600, help="processor seconds of a run (600)")
    parser.add_argument("--memory", type=float, default=8, help="gigabytes of a run (8)")
    parser.add_argument("--simulated", action="store_true", help="do not ask R")
    parser.add_argument("--compare", action="store_true", help="with lme4's REML")
    parser.add_argument("--work", type=pathlib.Path, help="keep the data here")
    options = parser.parse_args()
    is_simulated = options.simulated or not has_lme4()
    if is_simulated:
        print("simulated data of InstEval's size" + ("" if options.simulated else ": the true ones need R and lme4 (Debian: apt-get install r-cran-lme4)"))
    limits = Limits(options.limit, options.memory)
    with tempfile.TemporaryDirectory() as name:
        folder = options.work or pathlib.Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        data = data_file(folder, is_simulated)
        if options.compare and not is_simulated:
            compared(options.autumn, data, folder)
        said(options.autumn, data, options.marginalize, limits)
        sampled(options.autumn, data, options.marginalize, limits)


if __name__ == "__main__":
    main()
