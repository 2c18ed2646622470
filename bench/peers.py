#!/usr/bin/env python3
"""Gradients and whole runs beside other samplers of Stan programs: stanli, and nutpie on stanli's densities.

    bench/peers.py --autumn build/autumn [--folder DIR] [--only REGEX] [--seeds 3] [--limit 60] [--gradients] [--markdown FILE]

Programs are those under models/ and bench/shapes, or NAME.stan with NAME.json in the folder. Peers come from PyPI into an environment under build/peers;
what cannot be installed is left out with a note. A gradient is of the model as written (nothing collapsed) at one point, the same for both: the smallest of
several batches, in microseconds; less than one cannot be measured from Python, and is left out. A run is 2 chains of 1,000 + 1,000 on one
thread, with everything that `autumn sample` does by default; its figure is the smallest bulk ESS of all parameters over processor seconds, reading and
preparing included, the median over the seeds. A run over the limit counts as zero.
"""
import argparse
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field

from pays import CHAINS, Program, programs
from runs import HERE, Limits, run

PACKAGES = ("stanli==0.24.0", "nutpie==0.16.8", "numpy==2.4.6", "arviz==0.23.0")
WORKER = HERE / "peers" / "worker.py"
GRADIENT_GOAL = 1.5


@dataclass
class Row:
    """Microseconds of a gradient, milliseconds of preparation and ESS per second, by system."""

    name: str
    gradient: dict[str, float] = field(default_factory=dict)
    prepared: dict[str, float] = field(default_factory=dict)
    rate: dict[str, float] = field(default_factory=dict)
    note: str = ""

    def ratio(self, figures: dict[str, float], peer: str, is_time: bool) -> float:
        mine, other = figures.get("autumn", 0.0), figures.get(peer, 0.0)
        if not mine or not other:
            return math.nan
        return other / mine if is_time else mine / other


def environment(place: pathlib.Path) -> pathlib.Path | None:
    """The Python of the peers; None, with a note, where it cannot be made."""
    python, ready = place / "bin" / "python", place / "ready"
    if ready.exists() and ready.read_text() == " ".join(PACKAGES):
        return python
    for command in ([sys.executable, "-m", "venv", "--clear", str(place)], [str(python), "-m", "pip", "install", "-q", *PACKAGES]):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            print("peers could not be installed:", (done.stderr.strip().splitlines() or ["no message"])[-1])
            return None
    ready.write_text(" ".join(PACKAGES))
    return python


def chosen(options: argparse.Namespace, folder: pathlib.Path) -> Iterator[Program]:
    if not options.folder:
        yield from programs(folder, options.only)
        return
    for path in sorted(options.folder.glob("**/*.stan")):
        data = next((p for p in (path.with_suffix(".json"), path.parent / "data.json") if p.exists()), None)
        if data and re.search(options.only, path.stem):
            yield Program(path.stem, path, data)


def asked(python: pathlib.Path, words: list[str], limit: float) -> tuple[dict, str]:
    """What a worker found, or why it did not."""
    done = run([str(python), str(WORKER), *words], Limits(limit, 16))
    if done.failure:
        return {}, done.failure
    return {**json.loads(done.output.strip().splitlines()[-1]), "process": done.seconds}, ""


def add_gradients(options: argparse.Namespace, python: pathlib.Path | None, program: Program, row: Row) -> None:
    done = run([str(options.autumn), "bench", str(program.path), "--data", str(program.data), "--marginalize", "none", "--json"], Limits(options.limit))
    if done.failure:
        row.note = f"autumn: {done.failure}"
        return
    figures = json.loads(done.output)
    row.gradient["autumn"], row.prepared["autumn"] = figures["ns_per_gradient_uncollapsed"] / 1e3, figures["prepare_ms"]["total"]
    if python:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as point:
            json.dump(figures["point"], point)
            point.flush()
            found, failure = asked(python, ["gradient", str(program.path), str(program.data), point.name], options.limit)
        row.note = f"stanli: {failure}" if failure else row.note
        if found:
            row.gradient["stanli"], row.prepared["stanli"] = found["microseconds"], found["prepared"]


def own_rate(options: argparse.Namespace, program: Program, seed: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "summary.json"
        done = run([str(options.autumn), "sample", str(program.path), "--data", str(program.data), "--seed", str(seed), "--refresh", "0", "--force", "--summary", str(path),
                    *CHAINS], Limits(options.limit))
        if done.failure:
            return 0.0
        variables = json.loads(path.read_text())["variables"]
    ess = [v["ess_bulk"] for v in variables if v["name"] != "lp__" and v["ess_bulk"] is not None]
    return min(ess, default=0.0) / done.seconds


def peer_rate(options: argparse.Namespace, python: pathlib.Path, peer: str, program: Program, seed: int) -> float:
    found, failure = asked(python, [peer, str(program.path), str(program.data), str(seed)], options.limit)
    return 0.0 if failure else found["ess"] / (found["process"] - found["start"])


def add_rates(options: argparse.Namespace, python: pathlib.Path | None, program: Program, row: Row) -> None:
    seeds = range(1, options.seeds + 1)
    row.rate["autumn"] = statistics.median(own_rate(options, program, seed) for seed in seeds)
    for peer in ("stanli", "nutpie") if python else ():
        row.rate[peer] = statistics.median(peer_rate(options, python, peer, program, seed) for seed in seeds)


def number(value: float) -> str:
    if not value or math.isnan(value):
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cells(row: Row) -> list[str]:
    return [row.name, number(row.gradient.get("autumn", 0)), number(row.gradient.get("stanli", 0)), number(row.ratio(row.gradient, "stanli", True)),
            number(row.prepared.get("autumn", 0)), number(row.prepared.get("stanli", 0)), *(number(row.rate.get(s, 0)) for s in ("autumn", "stanli", "nutpie")),
            number(row.ratio(row.rate, "stanli", False)), number(row.ratio(row.rate, "nutpie", False)), row.note]


HEADS = ["program", "us", "stanli us", "ratio", "prepared ms", "stanli ms", "ESS/s", "stanli", "nutpie", "/ stanli", "/ nutpie", "note"]


def line(texts: list[str]) -> str:
    return f"{texts[0]:38}" + "".join(f"{text:>12}" for text in texts[1:-1]) + "  " + texts[-1][:80]


def summary(rows: list[Row]) -> str:
    said = []
    for title, of in (("gradient, stanli / autumn", lambda r: r.ratio(r.gradient, "stanli", True)), ("ESS/s, autumn / stanli", lambda r: r.ratio(r.rate, "stanli", False)),
                      ("ESS/s, autumn / nutpie", lambda r: r.ratio(r.rate, "nutpie", False))):
        known = {row.name: of(row) for row in rows if not math.isnan(of(row))}
        if not known:
            continue
        least = GRADIENT_GOAL if title.startswith("gradient") else 1.0
        behind = ", ".join(f"{name} {number(ratio)}" for name, ratio in sorted(known.items(), key=lambda item: item[1]) if ratio < least) or "none"
        said.append(f"{title}: {len(known)} programs, median {number(statistics.median(known.values()))}, below {least}: {behind}.")
    return "\n".join(said)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, help="programs of this folder in place of ours")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a run (60)")
    parser.add_argument("--gradients", action="store_true", help="gradients only")
    parser.add_argument("--markdown", type=pathlib.Path, help="write the table here too")
    parser.add_argument("--environment", type=pathlib.Path, default=HERE.parent / "build" / "peers", help="where the peers are installed")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    python = environment(options.environment)
    rows = []
    print(line(HEADS))
    with tempfile.TemporaryDirectory() as folder:
        for program in chosen(options, pathlib.Path(folder)):
            row = Row(program.name)
            add_gradients(options, python, program, row)
            if not options.gradients:
                add_rates(options, python, program, row)
            rows.append(row)
            print(line(cells(row)), flush=True)
    print("\n" + summary(rows))
    if options.markdown:
        table = ["| " + " | ".join(texts) + " |" for texts in (HEADS, ["---"] * len(HEADS), *(cells(row) for row in rows))]
        options.markdown.write_text("\n".join(table) + "\n\n" + summary(rows) + "\n")


if __name__ == "__main__":
    main()
