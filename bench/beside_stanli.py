#!/usr/bin/env python3
"""Gradients of programs beside those of stanli, which runs them on Stan Math: microseconds at the same point, nothing collapsed.

    bench/beside_stanli.py AUTUMN [--only REGEX]

Programs are those under models/posteriors and the shapes of bench/shapes. Needs stanli and numpy; compare figures of one run only.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy
import stanli
from shapes import simulate

POSTERIORS = pathlib.Path(__file__).resolve().parent.parent / "models" / "posteriors"
ROUNDS = 40
SECONDS_PER_ROUND = 0.002


def programs(folder: pathlib.Path, only: str) -> Iterator[tuple[str, pathlib.Path, pathlib.Path]]:
    for program in sorted(POSTERIORS.glob("*/*.stan")):
        if re.search(only, program.stem):
            yield program.stem, program, program.parent / "data.json"
    for written in simulate.shapes(folder, only):
        yield written.name, written.program, written.data


def ours(autumn: pathlib.Path, program: pathlib.Path, data: pathlib.Path) -> dict[str, Any]:
    done = subprocess.run([autumn, "bench", program, "--data", data, "--json", "--marginalize", "none"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def theirs(program: pathlib.Path, data: pathlib.Path, point: list[float]) -> float:
    """Microseconds, the best of several rounds."""
    model = stanli.Model(str(program), data=str(data), threads_per_chain=1)
    at = numpy.array(point)
    best = float("inf")
    for _ in range(ROUNDS):
        count, start = 0, time.thread_time()
        while (spent := time.thread_time() - start) < SECONDS_PER_ROUND:
            model.log_prob_grad(at)
            count += 1
        best = min(best, spent / count)
    return 1e6 * best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", type=pathlib.Path, help="the executable")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    options = parser.parse_args()
    print(f"{'':30}{'autumn us':>12}{'stanli us':>12}{'times':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for name, program, data in programs(pathlib.Path(folder), options.only):
            try:
                measured = ours(options.autumn, program, data)
                their_time = theirs(program, data, measured["point"])
            except (subprocess.CalledProcessError, ValueError, RuntimeError) as error:
                print(f"{name:30} {str(error)[:90]}")
                continue
            our_time = measured["ns_per_gradient_uncollapsed"] / 1e3
            print(f"{name:30}{our_time:12.2f}{their_time:12.2f}{their_time / our_time:8.2f}", flush=True)


if __name__ == "__main__":
    main()
