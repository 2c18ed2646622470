#!/usr/bin/env python3
"""Beside PyMC + nutpie, NumPyro and stanli on the paper's models, from Python: seconds from `import` to ArviZ's summary, and effective draws per second.

    bench/python_peers.py build [--only REGEX] [--seeds 2] [--limit 300] [--document docs/python.md]

Each run is a process of its own on one core: 4 chains of 1,000 + 1,000 draws one after the other, then `arviz.summary` of all parameters of the model as it is
written. Peers run that form and the non-centred one. Every system has an environment of its own, from PyPI, under build/python_peers; what cannot be installed
is left out with a note. Figures are medians over the seeds. With --document the table is written between the marks of that file.
"""
import argparse
import dataclasses
import datetime
import json
import math
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
WORKER = HERE / "python_peers" / "worker.py"
sys.path.insert(0, str(HERE / "paper"))

import experiments  # noqa: E402

FORMS = {"as_written": "as written", "noncentred": "non-centred"}
SYSTEMS = {"autumn": "Autumn", "pymc": "PyMC + nutpie", "numpyro": "NumPyro", "stanli": "stanli"}
ONE_CORE = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS")}
TOLD = ("arviz", "jax", "numba", "numpy", "numpyro", "nutpie", "pymc", "stanli")
STUCK = 1.05  # R-hat above which effective sample sizes mean nothing
BEGIN, END = "<!-- bench/python_peers.py: begin -->", "<!-- bench/python_peers.py: end -->"


@dataclasses.dataclass
class Row:
    """One system on one form of one model; a note where there are no figures."""

    title: str
    system: str
    form: str
    runs: list[dict] = dataclasses.field(default_factory=list)
    note: str = ""

    def median(self, key: str) -> float:
        return statistics.median(run[key] for run in self.runs)

    @property
    def is_stuck(self) -> bool:
        """Whether chains disagree, so that there are no effective draws to speak of."""
        return any(run["rhat"] > STUCK for run in self.runs)

    @property
    def rate(self) -> float:
        """Effective draws per second of everything."""
        return statistics.median(run["ess"] / run["summary"] for run in self.runs)

    def cells(self) -> list[str]:
        name = SYSTEMS[self.system] if self.system == "autumn" else f"{SYSTEMS[self.system]}, {FORMS[self.form]}"
        if not self.runs:
            return [self.title, name, "", "", "", "", self.note]
        rate = "none" if self.is_stuck else number(self.rate)
        note = f"R-hat {max(run['rhat'] for run in self.runs):.2f}" if self.is_stuck else ""
        return [self.title, name, number(self.median("summary")), number(self.median("import")), number(self.median("ess")), rate, note]


def number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


def environment(build: pathlib.Path, system: str) -> tuple[pathlib.Path | None, str]:
    """The interpreter of a system, or why there is none."""
    words = [ROOT / "python" / "environment", build / "python_peers" / system, sys.executable, HERE / "python_peers" / f"{system}.txt"]
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode != 0:
        return None, "not installed: " + (done.stderr.strip().splitlines() or ["no message"])[-1]
    return pathlib.Path(done.stdout.strip().splitlines()[-1]), ""


def add_wheel(build: pathlib.Path, python: pathlib.Path) -> None:
    wheel = next((build / "wheels").glob("autumn_bayes-*.whl"))
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--force-reinstall", wheel], check=True)


def run(python: pathlib.Path, row: Row, experiment: str, seed: int, limit: float) -> None:
    words = [python, WORKER, row.system, experiment, row.form, seed]
    try:
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=limit, env={**os.environ, **ONE_CORE})
    except subprocess.TimeoutExpired:
        row.note = f"more than {limit:.0f} s"
        return
    if done.returncode != 0:
        row.note = (done.stderr.strip().splitlines() or ["no message"])[-1][:80]
        return
    row.runs.append(json.loads(done.stdout.strip().splitlines()[-1]))


def forms_of(system: str, experiment: experiments.Experiment) -> list[str]:
    has_other = any(method.program.endswith("_noncentred") for method in experiment.methods)
    return ["as_written"] if system == "autumn" or not has_other else list(FORMS)


def rows_of(experiment: experiments.Experiment, pythons: dict[str, tuple], options: argparse.Namespace) -> list[Row]:
    rows = []
    for system, (python, trouble) in pythons.items():
        for form in forms_of(system, experiment):
            row = Row(experiment.short, system, form, note=trouble)
            for seed in range(1, options.seeds + 1) if python else ():
                if not row.note:
                    run(python, row, experiment.name, seed, options.limit)
            rows.append(row)
            print(" | ".join(row.cells()), flush=True)
    return rows


def agreement(rows: list[Row]) -> list[str]:
    """Systems that find another median than ours, where their chains agree."""
    said = []
    ours = {row.title: row for row in rows if row.system == "autumn" and row.runs}
    for row in rows:
        if row.system == "autumn" or not row.runs or row.is_stuck or row.title not in ours:
            continue
        for name, median in row.runs[0]["medians"].items():
            other = ours[row.title].runs[0]["medians"][name]
            if not math.isclose(median, other, rel_tol=0.1, abs_tol=0.3):
                said.append(f"{row.title}, {row.system}, {row.form}: the median of {name} is {median:.4g}, and ours {other:.4g}")
    return said


def processor() -> str:
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines() if pathlib.Path("/proc/cpuinfo").exists() else []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def table(rows: list[Row], options: argparse.Namespace) -> str:
    heads = ["model", "system", "seconds", "of these import", "min ESS", "min ESS per second", "note"]
    lines = ["| " + " | ".join(cells) + " |" for cells in (heads, ["---"] * len(heads), *(row.cells() for row in rows))]
    pins = {line for path in (HERE / "python_peers").glob("*.txt") for line in path.read_text().split() if "==" in line}
    versions = ", ".join(sorted(pin.replace("==", " ") for pin in pins if pin.split("==")[0] in TOLD))
    note = (f"Written by `bench/python_peers.py {options.build} --seeds {options.seeds} --document docs/python.md` on {datetime.date.today()}; one core of {processor()}, "
            f"CPython {platform.python_version()}; {versions}.")
    return "\n".join([*lines, "", note])


def write(document: pathlib.Path, text: str) -> None:
    page = document.read_text()
    begin, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    document.write_text(page[:begin] + "\n" + text + "\n" + page[end:])
    subprocess.run([ROOT / "tools" / "wrap-markdown", document], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, help="the build directory, with the wheel (make wheel)")
    parser.add_argument("--only", default="", help="models whose name matches this regular expression")
    parser.add_argument("--systems", default=",".join(SYSTEMS), help="some of them, with commas")
    parser.add_argument("--seeds", type=int, default=2)
    parser.add_argument("--limit", type=float, default=300, help="seconds of a run (300)")
    parser.add_argument("--document", type=pathlib.Path, help="write the table here, between its marks")
    options = parser.parse_args()
    build = options.build.resolve()
    pythons = {system: environment(build, system) for system in options.systems.split(",")}
    if pythons.get("autumn", (None,))[0]:
        add_wheel(build, pythons["autumn"][0])
    rows = []
    for experiment in experiments.EXPERIMENTS:
        if re.search(options.only, experiment.name):
            rows += rows_of(experiment, pythons, options)
    print("\n" + table(rows, options))
    print("\n".join(agreement(rows)))
    if options.document:
        write(options.document, table(rows, options))


if __name__ == "__main__":
    main()
