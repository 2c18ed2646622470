#!/usr/bin/env python3
"""Repeats the experiments of the paper, with other systems beside ours, and writes docs/paper.md, its figures, and the top of README.md.

    bench/paper/run.py build/autumn                      # quick: 1,000 + 10,000 draws, 2 seeds; Stan beside us
    bench/paper/run.py build/autumn --peers all          # NumPyro, PyMC and JAGS too
    bench/paper/run.py build/autumn --full --peers all   # the paper's 10,000 + 100,000 draws, 5 seeds

Every run leaves a JSON file in the work folder; what is there and still true is not run again. Peers come from PyPI and Debian into
the work folder, and are skipped with a note where they cannot be had.
"""
import argparse
import csv
import dataclasses
from dataclasses import dataclass
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import time

from experiments import EXPERIMENTS, FULL, MODELS, QUICK, ROOT, Experiment, Method, Mode
import measure
import peers
import preparation
import report


@dataclass(frozen=True)
class Job:
    experiment: Experiment
    method: Method
    mode: Mode
    seed: int
    data: pathlib.Path

    @property
    def method_name(self):
        return self.method.name

    @property
    def name(self):
        return f"{self.experiment.name}-{self.method.name}-{self.seed}"


@dataclass(frozen=True)
class PeerJob:
    experiment: Experiment
    peer: peers.Peer
    form: str
    mode: Mode
    seed: int
    data: pathlib.Path

    @property
    def program(self):
        """Ours, whose form the peer has."""
        return MODELS / f"{self.experiment.program}{'' if self.form == 'as_written' else '_' + self.form}.stan"

    @property
    def method_name(self):
        return self.peer.name + peers.FORMS[self.form]

    @property
    def name(self):
        return f"{self.experiment.name}-{self.peer.script.removesuffix('_peer.py')}-{self.form}-{self.seed}"


def fibrosis_data(path, folder):
    """The user's own records (columns Patient, Weeks, FVC) in the form of our data."""
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    patients = {name: k + 1 for k, name in enumerate(sorted({r["Patient"] for r in rows}))}
    data = {"N": len(rows), "J": len(patients), "patient": [patients[r["Patient"]] for r in rows],
            "week": [float(r["Weeks"]) for r in rows], "y": [float(r["FVC"]) for r in rows]}
    target = folder / "fibrosis.json"
    target.write_text(json.dumps(data))
    return target


def chosen_experiments(chosen, fibrosis):
    """Experiments with their data."""
    for experiment in EXPERIMENTS:
        if not chosen or experiment.name in chosen:
            yield experiment, fibrosis if fibrosis and experiment.name == "fibrosis" else experiment.data_path()


def our_jobs(mode, chosen):
    return [Job(experiment, method, mode, seed, data) for experiment, data in chosen for method in experiment.methods for seed in mode.seeds]


def peer_jobs(mode, chosen, peer):
    jobs = [PeerJob(experiment, peer, form, mode, seed, data) for experiment, data in chosen for form in peer.forms for seed in mode.peer_seeds]
    return [job for job in jobs if job.program.exists()]


class Progress:
    """A bar that stays in place on a terminal, and lines elsewhere."""

    def __init__(self):
        self.start, self.is_terminal = time.monotonic(), sys.stderr.isatty()

    def show(self, done, total, words):
        bar = "#" * (24 * done // total)
        line = f"[{bar:<24}] {done:3}/{total} {time.monotonic() - self.start:5.0f} s  {words}"
        print(f"\r{line:<110.110}" if self.is_terminal else line, end="" if self.is_terminal and done < total else "\n", file=sys.stderr, flush=True)


def run_all(jobs, run, results):
    """Adds records to experiment -> {method: records of all seeds}; gives the failures."""
    failures, progress = [], Progress()
    for k, job in enumerate(jobs):
        try:
            record, is_new = run(job)
        except measure.Failure as failure:
            failures.append(f"{job.name} is missing ({failure}).")
            continue
        progress.show(k + 1, len(jobs), f'{job.name}: min ESS {record["least_ess"]:,.0f} in {report.total(record):.2f} s{"" if is_new else " (from before)"}')
        results.setdefault(job.experiment, {}).setdefault(job.method_name, []).append(record)
    return failures


def peer_run(autumn, installed, work):
    """How to run a job: with many draws only if the same job with few says that it would end in time."""

    def run(job):
        if job.mode.name == FULL.name:
            pilot = dataclasses.replace(job, mode=dataclasses.replace(QUICK, name="pilot", peer_limit=job.mode.peer_limit))
            record, is_new = peers.run(autumn, installed, folder_of(work, pilot.mode), pilot)
            if record["draws"] < QUICK.draws or record["sampling"] * job.mode.draws / QUICK.draws > job.mode.peer_limit:
                return record, is_new
        return peers.run(autumn, installed, folder_of(work, job.mode), job)

    return run


def run_peers(mode, chosen, which, autumn, work, results):
    """Notes on what was run and what could not be."""
    notes, failures = [], []
    for peer in which:
        print(f"{peer.name} ...", file=sys.stderr, flush=True)
        installed, trouble = peers.install(peer, work)
        if installed is None:
            failures.append(f"{peer.name} was left out: {trouble}.")
            continue
        failures += run_all(peer_jobs(mode, chosen, peer), peer_run(autumn, installed, work), results)
        notes.append(f"{peer.name} {installed.version}" if "," not in installed.version else f"{peer.name} ({installed.version})")
    return notes, failures


def folder_of(work, mode):
    folder = work / mode.name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def machine():
    model = platform.processor() or platform.machine()
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    compiler = subprocess.run(["g++", "-dumpfullversion"], capture_output=True, text=True).stdout.strip()
    return f"{model}, {os.cpu_count()} cores of which one is used, {platform.system()}, g++ {compiler}"


def pin():
    """This process and all it starts, to one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def draw(work, inputs):
    """The figures, with matplotlib from a virtual environment; or why there are none."""
    python, trouble = peers.environment(work / "venv" / "plot", ("matplotlib==3.11.2",))
    if python is None:
        return f"The figures are not of this run: matplotlib was not to be had ({trouble})."
    path = work / "figures.json"
    path.write_text(json.dumps(inputs))
    run = subprocess.run([str(python), str(ROOT / "bench" / "paper" / "figures.py"), str(path), str(ROOT / "docs" / "figures")], text=True, capture_output=True)
    return "" if run.returncode == 0 else "The figures are not of this run: " + (run.stderr.strip().splitlines() or ["no message"])[-1]


def options_given():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", type=pathlib.Path, help="the program, as in build/autumn")
    parser.add_argument("--full", action="store_true", help="as many draws and seeds as the paper")
    parser.add_argument("--peers", choices=["none", "stan", "all"], default="stan", help="which other systems (stan)")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="for one run of a peer, which may make fewer draws then")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this experiment; may be repeated; figures and README stay as they are")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "paper", help="where records are kept")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "paper.md", help="where the tables go")
    parser.add_argument("--readme", type=pathlib.Path, default=ROOT / "README.md", help="where the small table goes")
    parser.add_argument("--fibrosis-csv", type=pathlib.Path, metavar="FILE",
                        help="records of patients to use in place of the simulated ones: columns Patient, Weeks, FVC")
    parser.add_argument("--smoke", type=int, metavar="DRAWS", help="a test of the bench itself: so many draws, one seed, nothing written but --page")
    return parser.parse_args()


def mode_of(options):
    mode = FULL if options.full else QUICK
    if options.smoke:
        mode = Mode("smoke", options.smoke, options.smoke, (1,), (1,), 5.0)
    return dataclasses.replace(mode, peer_limit=options.limit) if options.limit else mode


def main():
    options = options_given()
    mode, work, autumn = mode_of(options), options.work.resolve(), options.autumn.resolve()
    folder = folder_of(work, mode)
    pin()
    fibrosis = fibrosis_data(options.fibrosis_csv, folder) if options.fibrosis_csv else None
    chosen = list(chosen_experiments(options.only, fibrosis))
    results = {}
    failures = run_all(our_jobs(mode, chosen), lambda job: measure.run(autumn, folder, job), results)
    which = {"none": (), "stan": peers.PEERS[:1], "all": peers.PEERS}[options.peers]
    notes, missing = run_peers(mode, chosen, which, autumn, work, results)
    sizes = preparation.run(autumn, folder)
    about = report.About(machine(), subprocess.run([autumn, "--version"], capture_output=True, text=True, check=True).stdout.strip(), notes,
                         failures + missing, datetime.date.today().isoformat(), " ".join(["bench/paper/run.py", *sys.argv[1:]]), mode)
    is_whole = not options.smoke and len(chosen) == len(EXPERIMENTS)
    if is_whole:
        about.failures += filter(None, [draw(work, report.figure_inputs(results, sizes, report.funnel(autumn, folder)))])
    options.page.write_text(report.page(about, results, sizes))
    written = [options.page]
    if is_whole:
        report.update_readme(options.readme, about, results)
        written.append(options.readme)
    subprocess.run([ROOT / "tools" / "wrap-markdown", *written], check=True)
    print(report.terminal(about, results))
    print(f"Tables: {options.page}", file=sys.stderr)


if __name__ == "__main__":
    main()
