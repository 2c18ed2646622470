#!/usr/bin/env python3
"""What native code could win on recurrences: gradients of three of them beside the same written by hand, measured in turns on the same machine.

    bench/recurrences.py --autumn build/autumn [--rounds 5] [--limit 60]

Ours is `autumn bench --marginalize none`: nanoseconds of a gradient as the sampler asks for it. By hand are the loops of bench/limits/recurrences.cpp, by g++
-O3 -march=native: the operations of the program with their adjoints, as a compiler would have them, which checks itself against differences; ours is compared
with it at one point. The hidden chain is there twice: as written, in logarithms, and in scaled probabilities, which no compiler finds. Figures are minima.
"""
import argparse
import json
import pathlib
import tempfile
from dataclasses import dataclass

from blocks import as_lines, compiled
from pays import Program, programs
from runs import Limits, run

AGREE = 1e-9


@dataclass(frozen=True)
class Recurrence:
    """A program, its limits, a point of its parameters, and the same point in unconstrained coordinates."""

    program: str
    limits: tuple[str, ...]
    point: dict[str, object]
    at: tuple[float, ...]


# exp(0.3), inv_logit(-0.2) and so on.
RECURRENCES = (
    Recurrence("garch11", ("garch",), {"mu": 5.0, "alpha0": 1.3498588075760032, "alpha1": 0.45016600268752216, "beta1": 0.32917882930128356}, (5.0, 0.3, -0.2, 0.4)),
    Recurrence("arma11", ("arma",), {"mu": 0.1, "phi": 0.8, "theta": -0.3, "sigma": 0.30119421191220214}, (0.1, 0.8, -0.3, -1.2)),
    Recurrence("hmm_drive", ("hidden", "hidden_scaled"),
               {"move": [[0.8044296825069569, 0.1955703174930431], [0.1955703174930431, 0.8044296825069569]], "phi": [1.0, 3.718281828459045], "lambda": [1.2214027581601699, 3.9396845866192153]},
               (1.0, -1.0, 0.0, 1.0, 0.2, 1.0)),
)


def limit_of(program: str, name: str, data: pathlib.Path, at: tuple[float, ...], limits: Limits) -> dict:
    done = run([program, name, str(data), *map(repr, at)], limits)
    if done.failure:
        raise SystemExit(f"the limit {name} is wrong: {done.failure} {done.output}")
    return json.loads(done.output)


def flat(gradient: dict[str, list[float]]) -> list[float]:
    return [value for values in gradient.values() for value in values]


def distance(autumn: str, program: Program, point: pathlib.Path, theirs: list[float], limits: Limits) -> float:
    """Of our gradient from the limit's, relative to the largest part."""
    done = run([autumn, "density", str(program.path), "--data", str(program.data), "--at", str(point)], limits)
    if done.failure:
        raise SystemExit(f"{program.name}: {done.failure}")
    mine = flat(json.loads(done.output)["gradient"])
    return max(abs(a - b) for a, b in zip(mine, theirs, strict=True)) / max(map(abs, theirs))


def show(options: argparse.Namespace, recurrence: Recurrence, program: Program, folder: pathlib.Path, limit_program: str) -> None:
    limits = Limits(options.limit)
    data, point = folder / "limit.txt", folder / "point.json"
    data.write_text(as_lines(json.loads(program.data.read_text())))
    point.write_text(json.dumps(recurrence.point))
    ours, theirs = [], {name: [] for name in recurrence.limits}
    for _ in range(options.rounds):
        done = run([options.autumn, "bench", str(program.path), "--data", str(program.data), "--json", "--marginalize", "none"], limits)
        ours.append(json.loads(done.output)["ns_per_gradient"] / 1e3)
        for name, found in theirs.items():
            found.append(limit_of(limit_program, name, data, recurrence.at, limits))
    for name, found in theirs.items():
        least = min(f["ns_per_gradient"] for f in found) / 1e3
        apart = distance(options.autumn, program, point, found[0]["gradient"], limits)
        print(f"{program.name:14}{name:16}{min(ours):10.2f}{least:10.2f}{min(ours) / least:8.1f}  {'' if apart < AGREE else 'DIFFERS '}{apart:.0e}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a run (60)")
    options = parser.parse_args()
    print(f"{'microseconds':14}{'limit':16}{'ours':>10}{'by hand':>10}{'ratio':>8}  gradients differ by")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        limit_program = compiled(folder, "recurrences")
        for recurrence in RECURRENCES:
            [program] = [p for p in programs(folder, f"^{recurrence.program}$") if p.name.split("/")[-1] == recurrence.program]
            show(options, recurrence, program, folder, limit_program)


if __name__ == "__main__":
    main()
