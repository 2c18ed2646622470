#!/usr/bin/env python3
"""Repeats the experiments of the paper and writes docs/paper.md. Needs nothing but Python and Autumn (peers: the network).

    bench/paper/run.py build/autumn              # quick: 1,000 + 10,000 draws, 2 seeds
    bench/paper/run.py build/autumn --full       # the paper's 10,000 + 100,000 draws, 5 seeds
    bench/paper/run.py build/autumn --peers      # other systems beside it

Every run leaves a JSON file in the work folder; what is there and still true is not run again.
"""
import argparse
import csv
from dataclasses import dataclass
import json
import pathlib
import platform
import subprocess
import sys
import time

from experiments import EXPERIMENTS, FULL, MODELS, QUICK, ROOT, Experiment, Method, Mode
import measure
import peers
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
    def model(self):
        return self.experiment.methods[0].program

    @property
    def program(self):
        """Ours, whose form the peer has."""
        return MODELS / f"{self.model}{'' if self.form == 'as_written' else '_' + self.form}.stan"

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
    jobs = [PeerJob(experiment, peer, form, mode, seed, data) for experiment, data in chosen for form in peer.forms for seed in mode.seeds]
    return [job for job in jobs if job.program.exists()]


def run_all(jobs, run, results):
    """Adds records to experiment -> {method: records of all seeds}, with a line of progress per run."""
    start = time.monotonic()
    for k, job in enumerate(jobs):
        print(f"[{k + 1:3}/{len(jobs)}] {time.monotonic() - start:6.0f} s  {job.name}", end=" ... ", file=sys.stderr, flush=True)
        record, is_new = run(job)
        print(f'min ESS {record["least_ess"]:,.0f} in {record["processor"]:.2f} s{"" if is_new else " (from before)"}', file=sys.stderr)
        results.setdefault(job.experiment, {}).setdefault(job.method_name, []).append(record)


def run_peers(mode, chosen, autumn, folder, results):
    """Notes on what was run and what could not be."""
    notes = []
    for peer in peers.PEERS:
        python, trouble = peers.installed(peer, folder.parent)
        if python is None:
            notes.append(f"{peer.name} was left out: {trouble}.")
            continue
        run_all(peer_jobs(mode, chosen, peer), lambda job: peers.run(autumn, python, folder, job), results)
        notes.append(f"{peer.name}: {peers.versions(python, peer)}.")
    return notes


def machine():
    model = platform.processor() or platform.machine()
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{model}, {platform.system()}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", type=pathlib.Path, help="the program, as in build/autumn")
    parser.add_argument("--full", action="store_true", help="as many draws and seeds as the paper")
    parser.add_argument("--peers", action="store_true", help="Stan, NumPyro, PyMC and JAGS too, from PyPI and Debian; takes long")
    parser.add_argument("--only", action="append", default=[], metavar="NAME", help="only this experiment; may be repeated")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build" / "paper", help="where records are kept")
    parser.add_argument("--page", type=pathlib.Path, default=ROOT / "docs" / "paper.md", help="where the tables go")
    parser.add_argument("--fibrosis-csv", type=pathlib.Path, metavar="FILE",
                        help="records of patients to use in place of the simulated ones: columns Patient, Weeks, FVC")
    options = parser.parse_args()
    mode = FULL if options.full else QUICK
    folder = options.work / mode.name
    folder.mkdir(parents=True, exist_ok=True)
    autumn = options.autumn.resolve()
    version = subprocess.run([autumn, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    fibrosis = fibrosis_data(options.fibrosis_csv, folder) if options.fibrosis_csv else None
    chosen = list(chosen_experiments(options.only, fibrosis))
    results = {}
    run_all(our_jobs(mode, chosen), lambda job: measure.run(autumn, folder, job), results)
    notes = run_peers(mode, chosen, autumn, folder, results) if options.peers else []
    about = f"Machine: {machine()}, one core. {version[:1].upper()}{version[1:]}."
    text = report.page(" ".join([about, *notes]), mode, results)
    options.page.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
