#!/usr/bin/env python3
"""Runs `autumn check` over stanc3's own test programs and counts what agrees with stanc.

usage: tools/stanc3_suite.py REPOSITORY AUTUMN [--revision TAG] [--list]

REPOSITORY is a checkout of stan-dev/stanc3 or a bare git directory of it; of the latter, `--revision` (v2.37.0) is read. Three questions are asked:
how many of the programs that stanc accepts are accepted, how many of those it refuses are refused, and how many print as stanc prints them, to the
byte (`--print-canonical` beside the expectation files of `stanc --auto-format`). Programs with tuples or complex numbers are counted apart.
With `--list` every program that differs is named, with our first message.
"""
from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator

SUITE = pathlib.Path("test/integration")
APART = re.compile(
    r"\btuple\s*\(|\bcomplex\w*\b|\b\d+(\.\d*)?i\b|\b[A-Za-z_]\w*\.\d|[\])]\.\d"
    r"|[;{}]\s*\([^()]*,|[,(=]\s*\([^()]*(\([^()]*\)[^()]*)*,"
)
COMMENT = re.compile(r'"[^"\n]*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
PRETTY = re.compile(r"^ {2}\$ \S*stanc (?:--include-paths=\S+ )?--auto-format (?:--allow-undefined )?(\S+)\n(.*?)^\[exit (\d+)\]$",
                    re.DOTALL | re.MULTILINE)
EXITS = re.compile(r"^ {2}\$ \S*stanc (\S+)\n.*?^\[exit (\d+)\]$", re.DOTALL | re.MULTILINE)


@dataclasses.dataclass
class Answer:
    """What our binary says of a program."""

    program: pathlib.Path
    is_accepted: bool
    message: str


@dataclasses.dataclass
class Count:
    """Of programs of a kind: how many do as stanc does, and the others."""

    good: int = 0
    others: list[str] = dataclasses.field(default_factory=list)

    def add(self, agrees: bool, name: str) -> None:
        if agrees:
            self.good += 1
        else:
            self.others.append(name)

    def __str__(self) -> str:
        total = self.good + len(self.others)
        return f"{self.good} of {total} ({100 * self.good / max(1, total):.1f}%)"


def unpack(repository: pathlib.Path, revision: str, folder: pathlib.Path) -> pathlib.Path:
    """The folder of test programs, of a checkout or out of a bare repository."""
    if (repository / SUITE).is_dir():
        return repository / SUITE
    archive = subprocess.run(["git", "-C", repository, "archive", revision, SUITE], check=True, capture_output=True)
    subprocess.run(["tar", "x", "-C", folder], input=archive.stdout, check=True)
    return folder / SUITE


def without_comments(text: str) -> str:
    return COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)


def is_apart(text: str) -> bool:
    return APART.search(without_comments(text)) is not None


def check(autumn: pathlib.Path, program: pathlib.Path, includes: pathlib.Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [autumn, "check", "--strict", program, "--include-path", includes, *options]
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60)


def ask(autumn: pathlib.Path, program: pathlib.Path, includes: pathlib.Path) -> Answer:
    done = check(autumn, program, includes)
    message = done.stderr.strip().splitlines()[0] if done.stderr.strip() else ""
    return Answer(program, done.returncode == 0, re.sub(r"^\S*?:(?=\d+:)", "", message))


def refused_by_stanc(folder: pathlib.Path) -> Iterator[pathlib.Path]:
    """Programs under `bad` whose expectation says that stanc fails; a few there only warn."""
    for expected in sorted(folder.rglob("stanc.expected")):
        for name, code in EXITS.findall(expected.read_text()):
            program = expected.parent / name
            if code != "0" and program.exists():
                yield program


def is_same_form(autumn: pathlib.Path, program: pathlib.Path, expected: str, includes: pathlib.Path) -> bool:
    """Whether the canonical form is stanc's to the byte, but for white space at its end."""
    done = check(autumn, program, includes, "--include-path", str(program.parent), "--print-canonical")
    return done.returncode == 0 and done.stdout.rstrip() == expected.rstrip()


def pretty_forms(folder: pathlib.Path) -> Iterator[tuple[pathlib.Path, str]]:
    for expected in sorted(folder.rglob("pretty.expected")):
        for name, text, code in PRETTY.findall(expected.read_text()):
            if code == "0":
                yield expected.parent / name, re.split(r"\n(?=Warning(?: in '|: ))", text)[0]


def answers(pool: concurrent.futures.Executor, autumn: pathlib.Path, programs: Iterable[pathlib.Path], includes: pathlib.Path) -> list[Answer]:
    return list(pool.map(lambda program: ask(autumn, program, includes), programs))


def report(title: str, count: Count, lists: bool) -> None:
    print(f"{title}: {count}")
    if lists:
        print("".join(f"    {line}\n" for line in count.others), end="")


def count_answers(found: list[Answer], folder: pathlib.Path, accepted: bool) -> tuple[Count, Count]:
    plain, apart = Count(), Count()
    for answer in found:
        text = answer.program.read_text(errors="replace")
        name = f"{answer.program.relative_to(folder)}: {answer.message}"
        (apart if is_apart(text) else plain).add(answer.is_accepted == accepted, name)
    return plain, apart


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("autumn", type=pathlib.Path)
    parser.add_argument("--revision", default="v2.37.0")
    parser.add_argument("--list", action="store_true", dest="lists")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = unpack(options.repository, options.revision, pathlib.Path(scratch))
        includes = folder / "included"
        autumn = options.autumn.resolve()
        good = sorted((folder / "good").rglob("*.stan"))
        for title, found, accepted in (
            ("good accepted", answers(pool, autumn, good, includes), True),
            ("bad refused", answers(pool, autumn, refused_by_stanc(folder / "bad"), includes), False),
        ):
            plain, apart = count_answers(found, folder, accepted)
            report(title, plain, options.lists)
            report(f"{title}, with tuples or complex numbers", apart, options.lists)
        forms = list(pretty_forms(folder))
        same_bytes = Count()
        compared = pool.map(lambda form: is_same_form(autumn, *form, includes), forms)
        for (program, _), is_same in zip(forms, compared, strict=True):
            same_bytes.add(is_same, str(program.relative_to(folder)))
        report("canonical form, the same bytes", same_bytes, options.lists)
    return 0


if __name__ == "__main__":
    sys.exit(main())
