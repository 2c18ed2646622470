#!/usr/bin/env python3
"""Runs cmdstanpy's own test suite against a directory shaped like CmdStan, and says which tests pass, by file.

usage: tools/client_suites.py REPOSITORY CMDSTAN [--revision TAG] [--python PYTHON] [--only FILE ...] [--keep DIRECTORY] [--timeout SECONDS]

REPOSITORY is a checkout of stan-dev/cmdstanpy or a bare git directory of it; `test/` of `--revision` (v1.2.5) is written to a temporary directory and
run from there. PYTHON (default: the one that runs this script) must have pytest, pytest-order, xarray and cmdstanpy of the same version installed:
tests/clients/environment.sh makes such an environment. The client under test is that installed package, never the checkout. Files of the revision
whose contents the repository lacks are named, since tests that read them must fail. Exit code 1 if some test failed.
"""
from __future__ import annotations

import argparse
import collections
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

WANTED = ("test", "pyproject.toml")
OUTCOMES = ("failure", "error", "skipped")


@dataclasses.dataclass
class File:
    """What became of the tests in a file of the suite."""

    passed: int = 0
    skipped: int = 0
    failed: list[tuple[str, str]] = dataclasses.field(default_factory=list)


def git(repository: pathlib.Path, *words: str, stdin: bytes = b"") -> bytes:
    return subprocess.run(["git", "-C", repository, *words], input=stdin, check=True, capture_output=True).stdout


def blobs(repository: pathlib.Path, revision: str) -> Iterator[tuple[str, str, str]]:
    """Mode, object and path of the files that are wanted."""
    for entry in git(repository, "ls-tree", "-r", "-z", revision, "--", *WANTED).decode().split("\0"):
        if entry:
            described, path = entry.split("\t", 1)
            mode, _, blob = described.split(" ")
            yield mode, blob, path


def write_tree(repository: pathlib.Path, revision: str, target: pathlib.Path) -> list[str]:
    """Writes the wanted files of the revision; returns those whose contents are not there. `git archive` would stop at the first of them."""
    missing = []
    for mode, blob, path in blobs(repository, revision):
        try:
            contents = git(repository, "cat-file", "blob", blob)
        except subprocess.CalledProcessError:
            missing.append(path)
            continue
        file = target / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents)
        file.chmod(0o755 if mode == "100755" else 0o644)
    return missing


def run_pytest(arguments: argparse.Namespace, suite: pathlib.Path) -> pathlib.Path:
    """Returns the report. pytest's own output goes to a file beside it, for whoever looks into a failure."""
    report = suite / "report.xml"
    files = [f"test/{name}" for name in arguments.only] or ["test"]
    environment = dict(os.environ, CMDSTAN=str(arguments.cmdstan.resolve()), PYTHONDONTWRITEBYTECODE="1")
    command = [arguments.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *files]
    with open(suite / "output.txt", "w") as output:
        subprocess.run(command, cwd=suite, env=environment, stdout=output, stderr=subprocess.STDOUT, timeout=arguments.timeout, check=False)
    if not report.exists():
        sys.exit((suite / "output.txt").read_text()[-4000:] + "\npytest wrote no report")
    return report


def first_line(case: ElementTree.Element, outcome: str) -> str:
    found = case.find(outcome)
    message = "" if found is None else (found.get("message") or found.text or "")
    return message.strip().split("\n")[0][:160]


def collect(report: pathlib.Path) -> dict[str, File]:
    files: dict[str, File] = collections.defaultdict(File)
    for case in ElementTree.parse(report).iter("testcase"):
        parts = [part for part in case.get("classname", "").split(".") if part.startswith("test_")]
        name = case.get("name", "")
        file = files[parts[0] if parts else name]
        outcome = next((each for each in OUTCOMES if case.find(each) is not None), "passed")
        if outcome == "passed":
            file.passed += 1
        elif outcome == "skipped":
            file.skipped += 1
        else:
            file.failed.append((name, first_line(case, outcome)))
    return files


def print_table(files: dict[str, File]) -> None:
    print(f"{'file':32}{'passed':>8}{'failed':>8}{'skipped':>9}")
    for name, file in sorted(files.items()):
        print(f"{name:32}{file.passed:8}{len(file.failed):8}{file.skipped:9}")
    for name, file in sorted(files.items()):
        for test, message in file.failed:
            print(f"failed: {name}::{test}: {message}")
    passed = sum(file.passed for file in files.values())
    failed = sum(len(file.failed) for file in files.values())
    print(f"{passed} passed, {failed} failed, {sum(file.skipped for file in files.values())} skipped")


def versions_agree(arguments: argparse.Namespace) -> bool:
    program = "import cmdstanpy; print(cmdstanpy.__version__)"
    installed = subprocess.run([arguments.python, "-c", program], check=True, capture_output=True, text=True).stdout.strip()
    print(f"cmdstanpy {installed}, suite of {arguments.revision}, CMDSTAN={arguments.cmdstan}")
    return arguments.revision in (installed, f"v{installed}")


def run_in(arguments: argparse.Namespace, suite: pathlib.Path) -> int:
    missing = write_tree(arguments.repository, arguments.revision, suite)
    for path in missing:
        print(f"not in the repository: {path}")
    files = collect(run_pytest(arguments, suite))
    print_table(files)
    return 1 if not files or any(file.failed for file in files.values()) else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=pathlib.Path)
    parser.add_argument("cmdstan", type=pathlib.Path)
    parser.add_argument("--revision", default="v1.2.5")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", nargs="*", default=[], help="files of the suite, such as test_sample.py")
    parser.add_argument("--keep", type=pathlib.Path, help="an empty directory to run in, which is left as it is afterwards")
    parser.add_argument("--timeout", type=float, default=3600)
    arguments = parser.parse_args()
    if "/" in arguments.python:  # the suite runs in a directory of its own; links are kept, because an environment is found by its link
        arguments.python = os.path.abspath(arguments.python)
    return arguments


def main() -> int:
    arguments = parse_arguments()
    if not versions_agree(arguments):
        print("note: the suite is of another version than the client")
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
        return run_in(arguments, arguments.keep.resolve())
    with tempfile.TemporaryDirectory() as suite:
        return run_in(arguments, pathlib.Path(suite))


if __name__ == "__main__":
    sys.exit(main())
