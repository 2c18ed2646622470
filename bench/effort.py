#!/usr/bin/env python3
"""What the sampler's options are worth: effective draws per gradient as now beside as before, on programs under models/ and bench/shapes.

    bench/effort.py --autumn build/autumn [--seeds 3] [--limit 40] [--only REGEX] [--collapse] [--before "WORDS"] [--now "WORDS"]

A figure is the smallest bulk ESS of all variables over all evaluations of two chains of 1,000 + 1,000, warm-up included; the median over the seeds. It
does not depend on the machine; the last column, the ratio of effective draws per processor second of the whole process, does. Before and now are words of the command line: Stan's diagonal in coordinates as written, and the defaults. Nothing is
collapsed and there are no jumps, unless --collapse asks for the defaults. A run over the limit of processor seconds counts as zero.
"""
import argparse
import math
import pathlib
import statistics
import tempfile

from pays import Program, programs
from runs import Limits
from summaries import Outcome, Sampling, outcomes

BEFORE = "--metric diag_e --centring as-written"
NOW = "--metric auto"
CHAINS = ("--chains", "2", "--draws", "1000", "--threads", "1")
WORSE = 0.95
PLAIN = ("--marginalize", "none", "--jumps", "none")


def sampled(options: argparse.Namespace, program: Program, words: str) -> list[Outcome]:
    sampling = Sampling(options.autumn, program.path, program.data, (*CHAINS, *words.split(), *(() if options.collapse else PLAIN)), Limits(options.limit))
    return outcomes(sampling, range(1, options.seeds + 1))


def ratio(before: float, now: float) -> float:
    return now / before if before > 0 else math.nan


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=40, help="processor seconds of a run (40)")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--collapse", action="store_true", help="collapse and jump as by default")
    parser.add_argument("--before", default=BEFORE, help=f"({BEFORE})")
    parser.add_argument("--now", default=NOW, help=f"({NOW})")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    rates, draws, gradients, speeds = [], [], [], []
    below = []
    print(f"effective draws per 1,000 gradients; then ratios of effective draws, of gradients and of effective draws per second\nbefore: {options.before}\nnow:    {options.now}")
    print(f"{'program':42}{'before':>12}{'now':>12}{'ratio':>9}{'draws':>9}{'gradients':>11}{'per second':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(pathlib.Path(folder), options.only):
            runs = [sampled(options, program, words) for words in (options.before, options.now)]
            rate = [statistics.median(o.per_gradient() for o in found) for found in runs]
            found = [ratio(*rate), *(ratio(*(statistics.median(map(of, r)) for r in runs)) for of in (lambda o: o.ess, lambda o: o.gradients, Outcome.per_second))]
            print(f"{program.name:42}{rate[0]:12.3f}{rate[1]:12.3f}{found[0]:9.2f}{found[1]:9.2f}{found[2]:11.2f}{found[3]:12.2f}", flush=True)
            if not math.isnan(found[0]):
                for values, value in zip((rates, draws, gradients, speeds), found):
                    values.append(value)
                if min(found[0], found[3]) < WORSE:
                    below.append(f"{program.name} ({found[0]:.2f}, {found[3]:.2f})")
    if rates:
        print(f"{len(rates)} programs: median {statistics.median(rates):.2f}, least {min(rates):.2f}; medians of the ratios of effective draws "
              f"{statistics.median(draws):.2f}, of gradients {statistics.median(gradients):.2f}; per second: median {statistics.median(speeds):.2f}, least {min(speeds):.2f}")
        print(f"Below {WORSE} (per gradient, per second): {', '.join(below) or 'none'}")


if __name__ == "__main__":
    main()
