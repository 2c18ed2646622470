#!/usr/bin/env python3
"""What metrics are worth: effective draws per gradient with --metric auto beside Stan's diag_e, on programs under models/ and bench/shapes.

    bench/effort.py --autumn build/autumn [--seeds 3] [--limit 40] [--only REGEX] [--collapse]

A figure is the smallest bulk ESS of all variables over all evaluations of two chains of 1,000 + 1,000, warm-up included; the median over the seeds. It
does not depend on the machine. Nothing is collapsed and there are no jumps, unless --collapse asks for the defaults. A run over the limit of processor
seconds counts as zero.
"""
import argparse
import json
import math
import pathlib
import statistics
import tempfile

from pays import CHAINS, Program, programs
from runs import Limits, run

METRICS = ("diag_e", "auto")
PLAIN = ("--marginalize", "none", "--jumps", "none")


def per_gradient(options: argparse.Namespace, program: Program, metric: str, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "summary.json"
        done = run([str(options.autumn), "sample", str(program.path), "--data", str(program.data), "--seed", str(seed), "--metric", metric, "--refresh", "0",
                    "--summary", str(path), *CHAINS, *(() if options.collapse else PLAIN)], Limits(options.limit))
        if done.failure:
            return 0.0
        summary = json.loads(path.read_text())
    ess = [v["ess_bulk"] for v in summary["variables"] if v["name"] != "lp__" and v["ess_bulk"] is not None]
    return min(ess, default=0.0) / max(summary["gradients"], 1)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=40, help="processor seconds of a run (40)")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--collapse", action="store_true", help="collapse and jump as by default")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    ratios = []
    print(f"{'program':42}" + "".join(f"{metric:>12}" for metric in METRICS) + f"{'ratio':>9}   (effective draws per 1,000 gradients)")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(pathlib.Path(folder), options.only):
            rates = [statistics.median(per_gradient(options, program, metric, seed) for seed in range(1, options.seeds + 1)) for metric in METRICS]
            ratio = rates[1] / rates[0] if rates[0] > 0 else math.nan
            print(f"{program.name:42}" + "".join(f"{1000 * rate:12.3f}" for rate in rates) + f"{ratio:9.2f}", flush=True)
            if not math.isnan(ratio):
                ratios.append(ratio)
    if ratios:
        print(f"{len(ratios)} programs: median {statistics.median(ratios):.2f}, least {min(ratios):.2f}")


if __name__ == "__main__":
    main()
