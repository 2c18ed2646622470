#!/usr/bin/env python3
"""Gradients of collapsed Gaussian blocks beside limits written by hand, measured in the same run on the same machine.

    bench/blocks.py --autumn build/autumn [--only REGEX] [--rounds 3] [--limit 120] [--work DIR]

Ours is `autumn bench --marginalize all`: nanoseconds of value and gradient of the collapsed density. The limits are bench/limits/blocks.cpp, compiled
here by g++ -O3 -march=native (our own build has no -march); each checks its gradient against differences, and ours is compared with it at one point.
Runs of both take turns and the figures are minima. Ours beside lme4 is bench/mixed/run.py, which needs R.
"""
import argparse
import json
import math
import pathlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Any

from runs import HERE, Limits, run
from shapes import simulate

EIGEN = "/usr/include/eigen3"
AGREE = 1e-6


@dataclass(frozen=True)
class Block:
    """A shape of bench/shapes, the limit of its collapsed density, and a point: logs of what is sampled."""

    shape: str
    limit: str
    point: dict[str, float]


TWO = {"sd_a": 0.6, "sd_b": -0.2, "sigma": 0.05}
THREE = {"sd_a": 1.0, "sd_b": 0.1, "sd_c": -0.8, "sigma": 0.05}
NESTED = {"sd_school": 0.4, "sd_class": -0.2, "sigma": 0.7}
CHAIN = {"tau": -1.2, "sigma": -0.3}
PROCESS = {"sd_f": 0.1, "length": 0.2, "sigma": -1.2}
SPLINE = {"tau": -0.5, "gamma0": -2.0, "gamma1": 1.5}

RIDGE = {"tau": -0.2, "sigma": 0.1}

BLOCKS = (
    Block("crossed_two_centred", "cross", TWO),
    Block("crossed_two_noncentred", "cross", TWO),
    Block("crossed_three_centred", "cross", THREE),
    Block("crossed_three_noncentred", "cross", THREE),
    Block("nested_centred", "nested", NESTED),
    Block("nested_noncentred", "nested", NESTED),
    *(Block(f"local_level{form}_{size}", "chain", CHAIN) for size in (1000, 10000, 100000) for form in ("", "_noncentred")),
    *(Block(f"gp_{form}_{size}", "process", PROCESS) for size in (200, 500) for form in ("latent", "latent_noncentred", "by_hand")),
    Block("spline_scale", "spline", SPLINE),
    Block("spline_scale_noncentred", "spline", SPLINE),
    Block("regression_24", "regression", {"sigma": 0.1}),
    Block("ridge_24", "ridge", RIDGE),
    Block("ridge_intercept_24", "ridge_intercept", RIDGE),
    *(Block(f"fixed_covariance_{size}", "covariance", {"sigma": -0.6}) for size in (200, 1000)),
)
NOT_LOGS = ("gamma0", "gamma1")


@dataclass(frozen=True)
class Bench:
    autumn: str
    limit_program: str
    folder: pathlib.Path
    limits: Limits
    rounds: int
    known: dict[tuple[str, int], dict[str, float]] = field(default_factory=dict)  # the best of each limit and its data


def compiled(folder: pathlib.Path, name: str = "blocks") -> str:
    program = str(folder / name)
    command = ["g++", "-std=c++20", "-O3", "-march=native", "-isystem", EIGEN, str(HERE / "limits" / f"{name}.cpp"), "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return program


def flat(value: Any) -> list[float]:
    return [v for part in value for v in flat(part)] if isinstance(value, list) else [value]


def as_lines(data: dict[str, Any]) -> str:
    """What the limits read."""
    return "".join(f"{name} {len(numbers)} {' '.join(map(repr, numbers))}\n" for name, value in data.items() if (numbers := flat(value)))


def limit_of(bench: Bench, block: Block, data: pathlib.Path) -> dict[str, Any]:
    path = bench.folder / "limit.txt"
    path.write_text(as_lines(json.loads(data.read_text())))
    done = run([bench.limit_program, block.limit, str(path), *(repr(v) for v in block.point.values())], bench.limits)
    if done.failure:
        raise SystemExit(f"the limit of {block.shape} is wrong: {done.failure} {done.output}")
    return json.loads(done.output)


def best_of(bench: Bench, block: Block, data: pathlib.Path, limits: list[dict[str, Any]]) -> dict[str, float]:
    """Minima over these runs and over those of the same model in other words, whose data are the same."""
    known = bench.known.setdefault((block.limit, hash(data.read_text())), {})
    for name in ("ns_per_value", "ns_per_gradient"):
        known[name] = min(known.get(name, math.inf), *(limit[name] for limit in limits))
    return known


def distance(bench: Bench, block: Block, written: simulate.Written, gradient: list[float]) -> str:
    """Of our gradient from the limit's, relative to the largest part."""
    path = bench.folder / "point.json"
    path.write_text(json.dumps({name: value if name in NOT_LOGS else math.exp(value) for name, value in block.point.items()}))
    done = run([bench.autumn, "density", str(written.program), "--data", str(written.data), "--at", str(path), "--collapsed"], bench.limits)
    if done.failure:
        return "not comparable"
    ours = json.loads(done.output)["gradient"]
    if set(ours) != set(block.point):
        return "another density"
    worst = max(abs(ours[name][0] - theirs) for name, theirs in zip(block.point, gradient)) / max(map(abs, gradient))
    return f"{worst:.0e}" if worst < AGREE else f"DIFFERS {worst:.0e}"


def ours(bench: Bench, written: simulate.Written) -> tuple[dict[str, Any], str]:
    done = run([bench.autumn, "bench", str(written.program), "--data", str(written.data), "--json", "--marginalize", "all"], bench.limits)
    return ({}, done.failure) if done.failure else (json.loads(done.output), "")


def row(bench: Bench, block: Block, written: simulate.Written) -> dict[str, Any]:
    """The best of the rounds of both, which take turns; a run that fails is not tried again."""
    limits, figures, failure = [], [], ""
    for _ in range(bench.rounds):
        limits.append(limit_of(bench, block, written.data))
        if not failure:
            figure, failure = ours(bench, written)
            figures.append(figure)
    best = best_of(bench, block, written.data, limits)
    result = {"shape": block.shape, "limit_value": best["ns_per_value"], "limit": best["ns_per_gradient"], "failure": failure}
    if not failure:
        result |= {"dimension": figures[0]["dimension"], "ours": min(figure["ns_per_gradient"] for figure in figures),
                   "distance": distance(bench, block, written, limits[0]["gradient"])}
    return result


def text(result: dict[str, Any]) -> str:
    line = f'{result["shape"]:34}{result["limit_value"] / 1e3:14,.1f}{result["limit"] / 1e3:14,.1f}'
    if result["failure"]:
        return line + f'  {result["failure"]}'
    return line + f'{result["ours"] / 1e3:14,.1f}{result["ours"] / result["limit"]:8.2f}{result["dimension"]:6}  {result["distance"]}'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", required=True)
    parser.add_argument("--only", default="", help="shapes whose name matches this regular expression")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120, help="processor seconds of a run (120)")
    parser.add_argument("--memory", type=float, default=6, help="gigabytes of a run (6)")
    parser.add_argument("--work", type=pathlib.Path, help="keep the data here")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file")
    options = parser.parse_args()
    results = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        bench = Bench(options.autumn, compiled(folder), folder, Limits(options.limit, options.memory), options.rounds)
        print(f"{'microseconds':34}{'limit: value':>14}{'and gradient':>14}{'ours':>14}{'ratio':>8}{'dim':>6}  gradients differ by")
        for block in BLOCKS:
            if re.search(options.only, block.shape):
                [written] = simulate.shapes(options.work or folder, f"^{block.shape}$")
                results.append(row(bench, block, written))
                print(text(results[-1]), flush=True)
    if not shutil.which("Rscript"):
        print("no R here: nothing of lme4 (bench/mixed/run.py)")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")


if __name__ == "__main__":
    main()
