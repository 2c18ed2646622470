#!/usr/bin/env python3
"""Does collapse pay? Effective draws per second with and without it, on every program under models/ and on the shapes of bench/shapes.

    bench/pays.py --autumn build/autumn [--seeds 5] [--limit 60] [--only REGEX] [--all] [--markdown FILE] [--work DIR]

A figure is the smallest ESS of all parameters, bulk or tail, over the processor seconds of the whole process, preparation and recovery included; 2
chains of 1,000 + 1,000, one thread; the median over the seeds. Of bulk alone (--bulk), NUTS has up to twice as many as there are draws where a
posterior is nearly normal: successive draws lie on opposite sides of the mean, which is good for means and for nothing else. What is drawn back is
independent, and has as many as draws, of anything. A run that does not end within the limit counts as zero. With --work every run leaves a JSON
file, and what is there for the same executable and settings is not run again.
"""
import argparse
import hashlib
import json
import math
import pathlib
import re
import statistics
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

from corpus import MODELS, corpus
from runs import Limits, run
from shapes import simulate

CHAINS = ("--chains", "2", "--warmup", "1000", "--draws", "1000", "--threads", "1")
BELOW = 0.9
VERSION = 3  # of what is remembered


@dataclass(frozen=True)
class Program:
    name: str
    path: pathlib.Path
    data: pathlib.Path


@dataclass(frozen=True)
class Settings:
    autumn: pathlib.Path
    seeds: int
    limits: Limits
    modes: tuple[str, ...]
    kinds: tuple[str, ...]  # of ESS
    work: pathlib.Path
    digest: str


@dataclass(frozen=True)
class Plan:
    """What `explain` says that auto does."""

    before: int = 0
    after: int = 0
    names: tuple[str, ...] = ()
    collapsed: str = ""


@dataclass(frozen=True)
class Figure:
    """Of one run. `constant` are the elements without an ESS: those that never change, such as the corner of a Cholesky factor. The dimensions that
    were sampled, and remarks about the plan, are what the run printed."""

    least: float = 0.0
    variable: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0
    gradients: int = 0
    failure: str = ""
    constant: tuple[str, ...] = ()
    sampled: int = -1
    remarks: str = ""


@dataclass
class Row:
    program: Program
    plan: Plan
    figures: dict[str, list[Figure]] = field(default_factory=dict)

    def rate(self, mode: str) -> float:
        """Median over the seeds of ESS per second. An element is a constant only if it is one in every run."""
        ended = [f for runs in self.figures.values() for f in runs if not f.failure]
        constant = set.intersection(*(set(f.constant) for f in ended)) if ended else set()
        return statistics.median(0.0 if f.failure or set(f.constant) - constant else f.least / f.seconds for f in self.figures[mode])

    def ratio(self, mode: str = "auto") -> float:
        """Of medians, to those without collapse; NaN where neither ends."""
        mine, plain = self.rate(mode), self.rate("none")
        return mine / plain if plain > 0 else (math.inf if mine > 0 else math.nan)

    def failures(self) -> str:
        said = {f"{mode}: {f.failure}": None for mode, runs in self.figures.items() for f in runs if f.failure}
        return "; ".join([*said, *{f.remarks: None for f in self.figures["auto"] if f.remarks}])

    def is_collapsed(self) -> bool:
        return self.plan.after < self.plan.before

    def dimensions(self) -> str:
        """Before, and what auto sampled; with what `explain` foretells where that is something else."""
        sampled = sorted({f.sampled for f in self.figures["auto"] if f.sampled >= 0}) or [self.plan.after]
        foretold = "" if sampled == [self.plan.after] else f" ({self.plan.after})"
        return f"{self.plan.before} -> {' or '.join(map(str, sampled))}{foretold}"


def programs(folder: pathlib.Path, only: str) -> Iterator[Program]:
    """Those under models/, then the shapes."""
    mixed = ((path.stem, path, MODELS / "mixed" / "data" / f"{path.stem}.json") for path in sorted(MODELS.glob("mixed/*.stan")))
    for name, path, data in [*corpus(), *mixed]:
        if re.search(only, name):
            yield Program(name, path, data)
    centred = {f"{path.stem}_centred" for path in MODELS.glob("mixed/*.stan")}
    for written in simulate.shapes(folder, only):
        if written.name not in centred:
            yield Program(f"shapes/{written.name}", written.program, written.data)


def explained(settings: Settings, program: Program) -> Plan:
    done = run([str(settings.autumn), "explain", str(program.path), "--data", str(program.data), "--format", "json"], settings.limits)
    if done.failure:
        return Plan(collapsed=f"explain: {done.failure}")
    said = json.loads(done.output)
    gone = [f'{part["name"]} ({part["elements"]})' for part in said["collapsed"]]
    shown = ", ".join(gone[:6]) + (f" and {len(gone) - 6} more" if len(gone) > 6 else "")
    names = tuple(sorted({part["name"].split("[")[0] for part in said["collapsed"] + said["kept"]}))
    return Plan(said["dimension_before"], said["dimension_after"], names, shown or said["refusal"] or "nothing")


def decision(printed: str) -> tuple[int, str]:
    """Dimensions that were sampled and remarks about the plan: the first paragraph of what a run prints."""
    first, *rest = printed.split("\n\n")[0].splitlines() or [""]
    found = re.match(r"Sampled (\d+) dimension", first)
    return int(found[1]) if found else -1, " ".join(rest)


def figure(settings: Settings, program: Program, names: tuple[str, ...], mode: str, seed: int) -> Figure:
    """One run of the sampler."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "summary.json"
        done = run([str(settings.autumn), "sample", str(program.path), "--data", str(program.data), "--seed", str(seed), "--marginalize", mode, "--refresh", "0", "--force", "--summary",
                    str(path), *CHAINS], settings.limits)
        if done.failure:
            return Figure(seconds=done.seconds, megabytes=done.megabytes, failure=done.failure)
        summary = json.loads(path.read_text())
    own = [v for v in summary["variables"] if v["name"] != "lp__" and (not names or v["name"].split(".")[0] in names)]
    # The tail of what hardly moves may be one number in all draws, which has no ESS.
    ess = {v["name"]: min(v[kind] for kind in settings.kinds if v[kind] is not None) for v in own if v["ess_bulk"] is not None}
    least = min(ess, key=lambda name: ess[name], default="")
    return Figure(ess.get(least, 0.0), least, done.seconds, done.megabytes, summary["gradients"], "", tuple(v["name"] for v in own if v["ess_bulk"] is None),
                  *decision(done.output))


def remembered(settings: Settings, program: Program, names: tuple[str, ...], mode: str, seed: int) -> Figure:
    """From an earlier run, or of a new one."""
    path = settings.work / f"{program.name.replace('/', '-').replace(' ', '-')}-{mode}-{seed}-{settings.digest}.json"
    if path.exists():
        known = json.loads(path.read_text())
        return Figure(**{**known, "constant": tuple(known["constant"])})
    made = figure(settings, program, names, mode, seed)
    path.write_text(json.dumps(asdict(made)))
    return made


def measured(settings: Settings, program: Program) -> Row:
    """Modes take turns, so that a busy hour is shared; once most seeds of a mode have failed it is not tried again: its median is zero."""
    plan = explained(settings, program)
    row = Row(program, plan, {mode: [] for mode in settings.modes})
    for seed in range(1, settings.seeds + 1):
        for mode, runs in row.figures.items():
            hopeless = sum(bool(f.failure) for f in runs) > settings.seeds / 2
            runs.append(runs[-1] if hopeless else remembered(settings, program, plan.names, mode, seed))
    return row


def number(value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cells(row: Row) -> list[str]:
    rates = [number(row.rate(mode)) for mode in row.figures]
    ratios = [number(row.ratio(mode)) for mode in row.figures if mode != "none"]
    decided = row.plan.collapsed + (f" [{failures}]" if (failures := row.failures()) else "")
    return [row.program.name, row.dimensions(), *rates, *ratios, decided]


def heads(modes: tuple[str, ...]) -> list[str]:
    return ["program", "dimensions", *(f"ESS/s {mode}" for mode in modes), *(f"{mode} / none" for mode in modes if mode != "none"), "what explain collapses [failures; what the run said]"]


def line(texts: list[str]) -> str:
    widths = (42, 26, *(12 for _ in texts[3:]))
    return "".join(f"{text:{'<' if k == 0 else '>'}{width}}" for k, (text, width) in enumerate(zip(texts, widths))) + "  " + texts[-1][:240]


def markdown(rows: list[Row], modes: tuple[str, ...]) -> str:
    lines = ["| " + " | ".join(heads(modes)) + " |", "|" + "---|" * len(heads(modes))]
    lines += ["| " + " | ".join(text.replace("|", "\\|") for text in cells(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n\n" + summary(rows) + "\n"


def summary(rows: list[Row]) -> str:
    """Programs of which nothing is collapsed are counted too: there auto must cost nothing."""
    known = [row for row in rows if not math.isnan(row.ratio())]
    below = sorted((row for row in known if row.ratio() < BELOW), key=lambda row: row.ratio())
    above = [row for row in known if row.ratio() > 1]
    collapsing = [row for row in known if row.is_collapsed()]
    said = ", ".join(f"{row.program.name} ({number(row.ratio())})" for row in below) or "none"
    neither = ", ".join(row.program.name for row in rows if math.isnan(row.ratio())) or "none"
    return (f"{len(rows)} programs, {len(collapsing)} of those that end collapse something. Below {BELOW}: {len(below)}; above 1: {len(above)} of {len(known)}, "
            f"{sum(row.ratio() > 1 for row in collapsing)} of the {len(collapsing)} that collapse.\n"
            f"Median ratio of those that collapse: {number(statistics.median([row.ratio() for row in collapsing])) if collapsing else '-'}.\n"
            f"Below {BELOW}: {said}.\nNeither ends: {neither}.")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--limit", type=float, default=60, help="processor seconds of a run (60)")
    parser.add_argument("--memory", type=float, default=6, help="gigabytes of a run (6)")
    parser.add_argument("--only", default="", help="programs whose name matches this regular expression")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time (1)")
    parser.add_argument("--bulk", action="store_true", help="count bulk ESS only")
    parser.add_argument("--all", action="store_true", help="a third column: --marginalize all")
    parser.add_argument("--markdown", type=pathlib.Path, help="write the table here too")
    parser.add_argument("--work", type=pathlib.Path, help="keep data and figures here")
    return parser.parse_args()


def examine(settings: Settings, only: str, jobs: int) -> list[Row]:
    rows = []
    print(line(heads(settings.modes)))
    with ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(lambda program: measured(settings, program), programs(settings.work / "data", only)):
            rows.append(row)
            print(line(cells(row)), flush=True)
    return rows


def main() -> None:
    options = arguments()
    modes = ("auto", "none", "all") if options.all else ("auto", "none")
    kinds = ("ess_bulk",) if options.bulk else ("ess_bulk", "ess_tail")
    with tempfile.TemporaryDirectory() as folder:
        work = options.work or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        key = repr((hashlib.sha256(options.autumn.read_bytes()).hexdigest(), options.limit, options.memory, CHAINS, kinds, VERSION))
        settings = Settings(options.autumn.resolve(), options.seeds, Limits(options.limit, options.memory), modes, kinds, work, hashlib.sha256(key.encode()).hexdigest()[:12])
        rows = examine(settings, options.only, options.jobs)
    print("\n" + summary(rows))
    if options.markdown:
        options.markdown.write_text(markdown(rows, modes))


if __name__ == "__main__":
    main()
