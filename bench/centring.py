#!/usr/bin/env python3
"""What coordinates of the sampler's own are worth: effective draws per gradient and per second with --centring auto beside as-written.

    bench/centring.py --autumn build/autumn [--seeds 5] [--limit 40] [--only REGEX] [--all]

A figure is the smallest bulk ESS of all variables of four chains of 1,000 + 1,000 over all their evaluations, warm-up included, and over all processor
seconds of the process, which include the short runs that choose; the median over the seeds, with the least and the most. Without --only and --all it is
seven hierarchies of bench/shapes. With --all, programs in which nothing is chosen are left out.
"""
import argparse
import json
import pathlib
import statistics
import tempfile
from dataclasses import dataclass

from pays import Program, programs
from runs import Limits, run
from summaries import spread

HIERARCHIES = "^(counts_|binomial_funnel|nested_logistic|irt_2pl)"
CHAINS = ("--chains", "4", "--warmup", "1000", "--draws", "1000", "--threads", "1", "--refresh", "0")


@dataclass(frozen=True)
class Outcome:
    per_gradient: float  # effective draws, a thousand gradients
    per_second: float
    divergences: int
    is_centred: bool


def outcome(options: argparse.Namespace, program: Program, centring: str, seed: int) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        path, files = pathlib.Path(folder) / "summary.json", pathlib.Path(folder) / "draws"
        done = run([str(options.autumn), "sample", str(program.path), "--data", str(program.data), "--seed", str(seed), "--centring", centring,
                    "--force", "--summary", str(path), "--output", str(files), "--format", "binary", *CHAINS], Limits(options.limit))
        if done.failure:
            return Outcome(0.0, 0.0, 0, False)
        summary = json.loads(path.read_text())
        is_centred = b"autumn_centring" in next(files.glob("chain_1.*")).read_bytes()[:100000]
    ess = min((v["ess_bulk"] for v in summary["variables"] if v["name"] != "lp__" and v["ess_bulk"] is not None), default=0.0)
    return Outcome(1000 * ess / max(summary["gradients"], 1), ess / done.seconds, summary["sampler"]["divergences"], is_centred)


def show(options: argparse.Namespace, program: Program) -> None:
    if options.all and not outcome(options, program, "auto", 1).is_centred:
        return
    seeds = range(1, options.seeds + 1)
    medians = []
    for centring in ("as-written", "auto"):
        outcomes = [outcome(options, program, centring, seed) for seed in seeds]
        medians.append([statistics.median(o.per_gradient for o in outcomes), statistics.median(o.per_second for o in outcomes)])
        print(f"{program.name:34}{centring:>11}{spread([o.per_gradient for o in outcomes]):>28}{spread([o.per_second for o in outcomes]):>32}"
              f"{sum(o.divergences for o in outcomes):>8} divergences{'   (centred)' if any(o.is_centred for o in outcomes) else ''}", flush=True)
    ratios = [new / old if old > 0 else float("inf") for old, new in zip(*medians)]
    print(f"{'':34}{'ratio':>11}{ratios[0]:9.2f} per gradient, {ratios[1]:.2f} per second", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=40, help="processor seconds of a run (40)")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--all", action="store_true", help="all programs under models/ and bench/shapes")
    options = parser.parse_args()
    print(f"{'program':34}{'centring':>11}{'effective draws per 1,000 gradients':>36}{'per second':>24}")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(pathlib.Path(folder), options.only or ("" if options.all else HIERARCHIES)):
            show(options, program)


if __name__ == "__main__":
    main()
