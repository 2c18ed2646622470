#!/usr/bin/env python3
"""Nanoseconds per gradient of every model under models/, collapsed and not, by one build of `autumn` or two.

usage: bench/corpus.py AUTUMN [BEFORE] [--rounds N] [--json FILE] [--only TEXT]

With two builds their runs take turns, the figures are minima over the rounds, and models that got slower by more than 10 % are listed at the end.
"""
import argparse
import json
import pathlib
import subprocess

MODELS = pathlib.Path(__file__).resolve().parent.parent / "models"
KEYS = ("ns_per_gradient", "ns_per_gradient_uncollapsed")
SLOWER = 1.1

# Data of the paper's programs; other programs there are forms of these and begin with their names.
PAPER = {"binary_trials": ("baseball_1970", "rat_tumors", "baseball_1996_al"), "eight_schools": ("eight_schools",),
         "electric_company": ("electric_company",), "electric_simplified": ("electric_simplified",), "fibrosis": ("fibrosis_simulated",),
         "one_parent": ("one_parent",)}


def corpus():
    """Name, program and data of every model."""
    for program in sorted(MODELS.glob("paper/*.stan")):
        base = max((name for name in PAPER if program.stem.startswith(name)), key=len)
        for data in PAPER[base]:
            yield f"{program.stem} {data}" if len(PAPER[base]) > 1 else program.stem, program, MODELS / "paper" / "data" / f"{data}.json"
    for program in sorted(MODELS.glob("posteriors/*/*.stan")):
        yield program.stem, program, program.parent / "data.json"


def measure(autumn, program, data):
    """The figures of one run; None if this build does not run the model."""
    done = subprocess.run([autumn, "bench", program, "--data", data, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        return None
    figures = json.loads(done.stdout)
    return {key: figures[key] for key in KEYS}


def best(runs):
    runs = [run for run in runs if run]
    return {key: min(run[key] for run in runs) for key in KEYS} if runs else None


def text(figures, key):
    return f"{figures[key]:12.1f}" if figures else f"{'-':>12}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn")
    parser.add_argument("before", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the figures to this file")
    parser.add_argument("--only", default="", help="models whose name contains this")
    options = parser.parse_args()
    builds = [build for build in (options.autumn, options.before) if build]
    print(f"{'':40}{'collapsed, ns':>12}{'before':>12}{'ratio':>7}{'not, ns':>12}{'before':>12}{'ratio':>7}")
    results, slower = {}, []
    for name, program, data in corpus():
        if options.only not in name:
            continue
        rounds = [[measure(build, program, data) for build in builds] for _ in range(options.rounds)]
        figures = [best([run[k] for run in rounds]) for k in range(len(builds))]
        now, before = figures[0], figures[1] if len(figures) > 1 else None
        results[name] = {"now": now, "before": before}
        line = f"{name:40}"
        for key in KEYS:
            ratio = now[key] / before[key] if now and before else None
            line += text(now, key) + text(before, key) + (f"{ratio:7.2f}" if ratio else f"{'-':>7}")
            if ratio and ratio > SLOWER:
                slower.append(f"{name}, {'collapsed' if key == KEYS[0] else 'not collapsed'}: {ratio:.2f} x")
        print(line, flush=True)
    if options.before:
        print("\nslower: " + ("; ".join(slower) if slower else "none"))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
