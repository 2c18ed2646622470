#!/usr/bin/env python3
"""Runs the cases of one class of programs and says which of them do not do what they should.

usage: run.py AUTUMN CLASS_FOLDER [--only TEXT] [--jobs N] [--limit SECONDS]

A case is a program NAME.stan, with data in NAME.json if there are any. Comment lines at its top, `// KIND: ...`, say what is expected; other comment lines are
for the reader. Every command has a time limit, and one that does not end fails. Kinds:

  self-test: passes                `autumn check --self-test` has exit code 0
  options: --keep m                options of `autumn sample`, beside or in place of --chains 2 --warmup 500 --draws 1000 --seed 1, for all lines with draws
  draws: finite                    `autumn sample` has exit code 0 and no draw is NaN or infinite. (All lines that sample look for NaN in every column.)
  every draw: NAME in [LO, HI]     ... and every draw of NAME is in that interval
  reference: NAME mean M sd S      ... and the mean of NAME is within 5 standard errors of M, its spread around M of S (which may be left out); `within D`
                                   adds D standard deviations, the error of the reference, to what is allowed
  density at {POINT}: WHAT         `autumn density` at that point (JSON) is `rejected` (minus infinity, or an error that says why), `finite`, or a number
  slopes at {POINT}: NAME = NUMBERS  the gradient of that density, on the unconstrained scale, has these numbers for NAME
  collapsed density at {POINT}: WHAT   the same with --collapsed; POINT may name all parameters
  improper: D1; D2; ...            `autumn sample` has exit code 1, writes nothing, and names in backquotes a direction (`a - 2*b[1]`, in any scale) in the
                                   span of D1, D2, ...; with --allow-improper it goes on
  warns: D1; D2; ...               `autumn sample` has exit code 0 and warns of a direction in the span of D1, D2, ..., named as above
  proper                           `autumn sample` has exit code 0 and nobody speaks of an improper posterior
  undecided                        `autumn sample` has exit code 0
  reason NAME: REGEX               the reason that `autumn explain --format json` gives for that parameter matches (anywhere; case does not matter)
  no reason NAME: REGEX            ... does not match
  fate NAME: FATE                  what happens to it, `collapsed` or `sampled`
  prints: TEXT                     `autumn density` (at the point of a `print at` line, or the first of the density lines) prints exactly this line
  print at {POINT}                 where
"""
from __future__ import annotations

import argparse
import concurrent.futures
import csv
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction

TIME_LIMIT = 10.0  # seconds for one command
STANDARD_ERRORS = 5.0
LONGEST = 400  # characters of one message
SAMPLE = {"--chains": "2", "--warmup": "500", "--draws": "1000", "--seed": "1"}
TINY = ("--chains", "1", "--warmup", "50", "--draws", "50", "--seed", "1")
KINDS = ("self-test", "options", "draws", "every draw", "reference", "density at", "slopes at", "collapsed density at", "improper", "warns", "proper", "undecided",
         "reason", "no reason", "fate", "prints", "print at")
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"

Draws = dict[str, list[list[float]]]  # of every column, by chain
Direction = dict[str, Fraction]


class Failure(Exception):
    """An expectation that is not met: what was expected, and what came."""


@dataclass
class Run:
    """What a command did."""

    code: int
    out: str
    err: str

    def both(self) -> str:
        return self.out + "\n" + self.err

    def last_words(self) -> str:
        lines = [line.strip() for line in self.both().splitlines() if line.strip()]
        return f"exit code {self.code}, {lines[-1][:200] if lines else 'no output'}"


@dataclass
class Case:
    """A program, its data, and what is expected of it."""

    program: pathlib.Path
    autumn: str
    limit: float
    expectations: list[tuple[str, str]]
    options: list[str] = field(default_factory=list)
    draws: Draws | None = None

    def name(self) -> str:
        return self.program.stem

    def data(self) -> list[str]:
        file = self.program.with_suffix(".json")
        return ["--data", str(file)] if file.exists() else []

    def run(self, command: str, *more: str) -> Run:
        words = [self.autumn, command, str(self.program), *self.data(), *more]
        try:
            done = subprocess.run(words, capture_output=True, text=True, timeout=self.limit, check=False, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as late:
            raise Failure(f"`autumn {command}` has not ended after {self.limit:g} s") from late
        return Run(done.returncode, done.stdout, done.stderr)


# Reading a case


def split_expectation(line: str) -> tuple[str, str] | None:
    """Kind and rest of a comment line; None if it is for the reader."""
    text = line.removeprefix("//").strip()
    for kind in sorted(KINDS, key=len, reverse=True):
        if text == kind or re.match(re.escape(kind) + r"(:| \{| [A-Za-z_][\w\[\],]*:)", text):
            return kind, text.removeprefix(kind).removeprefix(":").strip()
    return None


def read_case(autumn: str, program: pathlib.Path, limit: float) -> Case:
    expectations = []
    for line in program.read_text().splitlines():
        if not line.startswith("//"):
            break
        if found := split_expectation(line):
            expectations.append(found)
    options = [word for kind, rest in expectations if kind == "options" for word in rest.split()]
    return Case(program, autumn, limit, expectations, options)


# Draws


def declared_name(column: str) -> str:
    """`b[1,2]` of the column `b.1.2`."""
    name, _, indices = column.partition(".")
    return f"{name}[{indices.replace('.', ',')}]" if indices else name


def read_chain(file: pathlib.Path) -> dict[str, list[float]]:
    rows = list(csv.reader(line for line in file.read_text().splitlines() if line and not line.startswith("#")))
    return {declared_name(column): [float(row[i]) for row in rows[1:]] for i, column in enumerate(rows[0])}


def sample_options(case: Case) -> list[str]:
    return [word for option, value in SAMPLE.items() if option not in case.options for word in (option, value)] + case.options


def sample(case: Case) -> Draws:
    """The draws of one run, made once; none of them NaN."""
    if case.draws is None:
        with tempfile.TemporaryDirectory() as folder:
            run = case.run("sample", "--output", f"{folder}/out", *sample_options(case))
            chains = [read_chain(file) for file in sorted(pathlib.Path(folder).glob("out/*.csv"))] if run.code == 0 else []
        if not chains:
            raise Failure(f"expected draws, got {run.last_words()}")
        case.draws = {name: [chain[name] for chain in chains] for name in chains[0]}
    for name, by_chain in case.draws.items():
        bad = sum(math.isnan(x) for chain in by_chain for x in chain)
        if bad:
            raise Failure(f"expected no NaN in the draws, {bad} of {name} are")
    return case.draws


def draws_of(case: Case, name: str) -> list[list[float]]:
    draws = sample(case)
    if name not in draws:
        raise Failure(f"expected draws of {name}, there are none")
    return draws[name]


def mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def autocovariance(values: list[float], center: float, lag: int) -> float:
    return math.fsum((x - center) * (y - center) for x, y in zip(values, values[lag:], strict=False)) / len(values)


def standard_error(chains: list[list[float]]) -> float:
    """Monte Carlo standard error of the mean, by Geyer's initial positive sequence; never below that of independent draws."""
    center = mean([x for chain in chains for x in chain])
    total = sum(len(chain) for chain in chains)
    variance = mean([autocovariance(chain, center, 0) for chain in chains])
    long_run, lag = variance, 1
    while lag + 1 < len(chains[0]) // 2:
        pair = 2 * mean([autocovariance(chain, center, lag) + autocovariance(chain, center, lag + 1) for chain in chains])
        if pair <= 0 or pair < 1e-3 * variance:
            break
        long_run, lag = long_run + pair, lag + 2
    return math.sqrt(max(long_run, variance) / total)


# Kinds of expectation: each raises a Failure, or returns


def self_test(case: Case, _: str) -> None:
    run = case.run("check", "--self-test")
    if run.code != 0:
        raise Failure(f"expected self-test to pass, got {run.last_words()}")


def finite_draws(case: Case, _: str) -> None:
    for name, by_chain in sample(case).items():
        if any(math.isinf(x) for chain in by_chain for x in chain):
            raise Failure(f"expected finite draws, some of {name} are infinite")


def every_draw(case: Case, rest: str) -> None:
    found = re.fullmatch(r"(\S+) in [\[(](\S+), (\S+)[\])]", rest)
    if not found:
        raise Failure(f"not understood: {rest}")
    name, low, high = found[1], float(found[2]), float(found[3])
    values = [x for chain in draws_of(case, name) for x in chain]
    outside = sum(not low <= x <= high for x in values)
    if outside:
        range_of = f"from {min(values):.4g} to {max(values):.4g}"
        raise Failure(f"expected every draw of {name} in [{low:g}, {high:g}], {outside} of {len(values)} are outside ({range_of})")


def check_mean(what: str, chains: list[list[float]], expected: float, slack: float) -> None:
    came = mean([x for chain in chains for x in chain])
    allowed = STANDARD_ERRORS * standard_error(chains) + slack + 1e-12 * abs(expected)
    if not abs(came - expected) <= allowed:
        raise Failure(f"expected {what} {expected:.6g}, got {came:.6g} (allowed are {allowed:.2g})")


def reference(case: Case, rest: str) -> None:
    found = re.fullmatch(rf"(\S+) mean ({NUMBER})(?: sd ({NUMBER}))?(?: within ({NUMBER}))?", rest)
    if not found:
        raise Failure(f"not understood: {rest}")
    name, center, spread, within = found[1], float(found[2]), found[3], float(found[4] or 0)
    chains = draws_of(case, name)
    sd = float(spread) if spread else 1.0
    check_mean(f"mean of {name}", chains, center, within * sd)
    if spread:
        squares = [[(x - center) ** 2 for x in chain] for chain in chains]
        check_mean(f"variance of {name}", squares, sd**2, 2 * within * sd**2)


def log_density(case: Case, point: str, *more: str) -> tuple[float, Run]:
    """Log density at a point: minus infinity where it is rejected, NaN if the program says something that is no number."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "point.json"
        file.write_text(point)
        run = case.run("density", "--at", str(file), *more)
    return parse_density(run), run


def parse_density(run: Run) -> float:
    if run.code != 0:
        return -math.inf if re.search(r"reject|symmetric|positive|finite|definite|nan|must be|less than|greater than", run.err, re.IGNORECASE) else math.nan
    found = re.search(r'"log_density":\s*("?)([^,"}\s]+)\1', run.out)
    return float(found[2].replace("null", "-inf")) if found else math.nan


def check_density(case: Case, rest: str, *more: str) -> None:
    point, _, what = rest.rpartition(":")
    what = what.strip()
    came, run = log_density(case, point, *more)
    met = came == -math.inf if what == "rejected" else math.isfinite(came)
    if met and re.fullmatch(NUMBER, what):
        met = math.isclose(came, float(what), rel_tol=1e-8, abs_tol=1e-8)
    if not met:
        raise Failure(f"expected {' '.join(more)} density at {point} {what}, got {came!r}; {run.last_words()}")


def density_at(case: Case, rest: str) -> None:
    check_density(case, rest)


def slopes_at(case: Case, rest: str) -> None:
    point, _, what = rest.rpartition(":")
    name, _, numbers = what.partition("=")
    expected = [float(x) for x in numbers.split(",")]
    _, run = log_density(case, point)
    try:
        came = json.loads(run.out)["gradient"][name.strip()]
    except (ValueError, KeyError):
        raise Failure(f"expected slopes of{name}at {point}, got {run.last_words()}") from None
    if len(came) != len(expected) or any(a is None or not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) for a, b in zip(came, expected)):
        raise Failure(f"expected slopes{what} at {point}, got {came}")


def collapsed_density_at(case: Case, rest: str) -> None:
    check_density(case, rest, "--collapsed")


def parse_direction(text: str) -> Direction | None:
    """Coefficients of `a - 2*b[1] + 0.5*c`; None if the text is something else."""
    term = rf"(?:({NUMBER}) ?\* ?)?([A-Za-z]\w*(?:\[[\d, ]+\])*)"
    parts = re.split(r"\s+([-+])\s+", text.strip())
    direction: Direction = {}
    for i in range(0, len(parts), 2):
        found = re.fullmatch(rf"(-?){term}", parts[i])
        if not found:
            return None
        sign = -1 if (i > 0 and parts[i - 1] == "-") != (found[1] == "-") else 1
        name = found[3].replace(" ", "")
        direction[name] = direction.get(name, Fraction(0)) + sign * Fraction(found[2] or "1")
    return direction


def rank(directions: list[Direction], tolerance: Fraction = Fraction(1, 10000)) -> int:
    """Rank of a few directions, each scaled to largest coefficient one; coefficients may be rounded to some digits."""
    names = sorted({name for direction in directions for name in direction})
    rows = [[direction.get(name, Fraction(0)) / max(abs(x) for x in direction.values()) for name in names] for direction in directions]
    count = 0
    while rows and names:
        row, column = max(((i, j) for i in range(len(rows)) for j in range(len(names))), key=lambda at: abs(rows[at[0]][at[1]]))
        if abs(rows[row][column]) <= tolerance:
            break
        pivot = rows.pop(row)
        rows = [[x - other[column] / pivot[column] * p for x, p in zip(other, pivot, strict=True)] for other in rows]
        count += 1
    return count


def named_directions(text: str) -> list[Direction]:
    found = (parse_direction(quoted) for quoted in re.findall(r"`([^`]+)`", text))
    return [direction for direction in found if direction and any(direction.values())]


def improper(case: Case, rest: str) -> None:
    expected = [direction for direction in map(parse_direction, rest.split(";")) if direction]
    with tempfile.TemporaryDirectory() as folder:
        run = case.run("sample", "--output", f"{folder}/out", *TINY)
        written = [file.name for file in pathlib.Path(folder).rglob("*") if file.is_file()]
    if run.code != 1:
        raise Failure(f"expected exit code 1 and `{rest}`, got {run.last_words()}")
    if written:
        raise Failure(f"expected nothing written, got {', '.join(written)}")
    if not any(rank([*expected, direction]) == rank(expected) for direction in named_directions(run.err)):
        raise Failure(f"expected the direction `{rest}`, got {run.last_words()}")
    allowed(case)


def allowed(case: Case) -> None:
    """With --allow-improper the run goes on, whatever comes of it."""
    with tempfile.TemporaryDirectory() as folder:
        run = case.run("sample", "--output", f"{folder}/out", *TINY, "--allow-improper")
        written = list(pathlib.Path(folder).rglob("*.csv"))
    if not written:
        raise Failure(f"expected --allow-improper to go on, got {run.last_words()}")


def tiny_run(case: Case) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        run = case.run("sample", "--output", f"{folder}/out", *TINY)
    if run.code != 0:
        raise Failure(f"expected a run, got {run.last_words()}")
    return run


def warns(case: Case, rest: str) -> None:
    expected = [direction for direction in map(parse_direction, rest.split(";")) if direction]
    run = tiny_run(case)
    lines = "\n".join(line for line in run.both().splitlines() if "does not seem to be determined" in line)
    if not any(rank([*expected, direction]) == rank(expected) for direction in named_directions(lines)):
        raise Failure(f"expected a warning of `{rest}`, got {run.last_words()}")


def proper(case: Case, _: str) -> None:
    run = tiny_run(case)
    if re.search(r"\bimproper", run.both(), re.IGNORECASE):
        raise Failure(f"expected no word of an improper posterior, got {run.last_words()}")


def undecided(case: Case, _: str) -> None:
    tiny_run(case)


def explained(case: Case, name: str) -> dict[str, object]:
    """What `explain` says of a parameter, and its fate: collapsed or sampled."""
    run = case.run("explain", "--format", "json")
    try:
        plan = json.loads(run.out)
        entries = [{**entry, "fate": fate} for key, fate in (("collapsed", "collapsed"), ("kept", "sampled")) for entry in plan[key]]
    except (ValueError, KeyError, TypeError):
        raise Failure(f"expected an explanation, got {run.last_words()}") from None
    found = [entry for entry in entries if entry.get("name") == name]
    if not found:
        raise Failure(f"expected an explanation of {name}, there is none")
    return found[0]


def reason_text(entry: dict[str, object]) -> str:
    return str(entry.get("reason", f"(it is {entry['fate']})"))


def name_and_pattern(rest: str) -> tuple[str, str]:
    name, _, pattern = rest.partition(":")
    return name.strip(), pattern.strip()


def reason(case: Case, rest: str) -> None:
    name, pattern = name_and_pattern(rest)
    said = reason_text(explained(case, name))
    if not re.search(pattern, said, re.IGNORECASE):
        raise Failure(f"expected for {name} a reason like /{pattern}/, got {said}")


def no_reason(case: Case, rest: str) -> None:
    name, pattern = name_and_pattern(rest)
    said = reason_text(explained(case, name))
    if re.search(pattern, said, re.IGNORECASE):
        raise Failure(f"expected for {name} no reason like /{pattern}/, got {said}")


def fate(case: Case, rest: str) -> None:
    name, pattern = name_and_pattern(rest)
    entry = explained(case, name)
    if entry["fate"] != pattern:
        raise Failure(f"expected {name} to be {pattern}, it is {entry['fate']}: {reason_text(entry)}")


def printed_lines(case: Case) -> list[str]:
    points = [rest.rpartition(":")[0] if kind == "density at" else rest for kind, rest in case.expectations if kind in ("print at", "density at")]
    _, run = log_density(case, points[0] if points else "{}")
    return run.both().splitlines()


def prints(case: Case, rest: str) -> None:
    lines = [line.strip() for line in printed_lines(case)]
    if rest not in lines:
        raise Failure(f"expected a line `{rest}`, got {' | '.join(lines)[:300]}")


CHECKS: dict[str, Callable[[Case, str], None]] = {
    "self-test": self_test, "draws": finite_draws, "every draw": every_draw, "reference": reference, "density at": density_at, "slopes at": slopes_at,
    "collapsed density at": collapsed_density_at, "improper": improper, "warns": warns, "proper": proper, "undecided": undecided, "reason": reason, "no reason": no_reason,
    "fate": fate, "prints": prints}


# All cases


def failures(case: Case) -> Iterator[str]:
    """What is not as expected, one line each; sampling that fails is told once."""
    told = set()
    for kind, rest in case.expectations:
        if kind in CHECKS:
            try:
                CHECKS[kind](case, rest)
            except Failure as failure:
                if str(failure) not in told:
                    told.add(str(failure))
                    yield str(failure)
    if not any(kind in CHECKS for kind, _ in case.expectations):
        yield "nothing is expected of it"


def judge(autumn: str, program: pathlib.Path, limit: float) -> tuple[str, str]:
    case = read_case(autumn, program, limit)
    return case.name(), "; ".join(text[:LONGEST] for text in failures(case))


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--jobs", type=int, default=1, help="cases at a time")
    parser.add_argument("--limit", type=float, default=TIME_LIMIT, help="seconds for one command")
    return parser.parse_args()


def main() -> int:
    options = parse_options()
    programs = [program for program in sorted(options.folder.glob("*.stan")) if options.only in program.stem]
    if not programs:
        sys.exit(f"{options.folder}: no cases")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, message in pool.map(lambda program: judge(options.autumn, program, options.limit), programs):
            if message:
                failed += 1
                print(f"{name}: {message}", flush=True)
    print(f"{len(programs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
