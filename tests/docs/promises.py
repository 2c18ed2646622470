#!/usr/bin/env python3
"""Every test that docs/reliability.md names is there, and every class of tests of tests/faults is behind a promise. Usage: promises.py SOURCE_DIR"""
from __future__ import annotations

import pathlib
import re
import sys

# Behind no promise of their own: what is said of mistakes is told where the options are.
NO_PROMISE = {"Mistakes"}


def tests_of(path: pathlib.Path) -> dict[str, set[str]]:
    """The tests of each class of a file of tests/faults; classes without tests are what others begin with."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in path.read_text().splitlines():
        if start := re.match(r"class (\w+)", line):
            name = start[1]
        if test := re.match(r"    def (test_\w+)", line):
            found.setdefault(name, set()).add(test[1])
    return found


def faults_of_row(row: str, default: list[str], root: pathlib.Path, tests: dict[str, dict[str, set[str]]], named: set[tuple[str, str]]) -> list[str]:
    """What is wrong with the last cell of a row. What it names is in the files named before it, else in those of its section."""
    faults = []
    files, source = default, ""
    for reference in re.findall(r"`([^`]+)`", row.rstrip("| ").split("|")[-1]):
        if reference.endswith(".py"):
            files = [reference]
        elif "/" in reference:
            if not (root / reference).exists():
                faults.append(f"there is no {reference}")
            elif source and not re.search(rf"TEST(_F|_P)?\({source}, ", (root / reference).read_text()):
                faults.append(f"{reference} has no tests of {source}")
            source = ""
        else:
            name, _, test = reference.partition(".")
            homes = [file for file in files if name in tests.get(file, {}) and (not test or test in tests[file][name])]
            named.update((file, name) for file in homes)
            if not homes and not test:
                source = name  # a suite of a C++ file that is named next
            elif not homes:
                faults.append(f"{' or '.join(files)} has no {reference}")
    return faults + ([f"there is no {source}"] if source else [])


def faults(root: pathlib.Path) -> list[str]:
    tests = {path.name: tests_of(path) for path in (root / "tests/faults").glob("*.py")}
    found: list[str] = []
    named: set[tuple[str, str]] = set()
    default: list[str] = []
    for section in (root / "docs/reliability.md").read_text().split("\n## ")[1:]:
        default = [pathlib.Path(name).name for name in re.findall(r"`tests/faults/(\w+\.py)`", section)] or sorted(tests)
        _, _, table = section.partition("| promise | test |\n|---|---|\n")
        for row in table.partition("\n\n")[0].splitlines():
            found += faults_of_row(row, default, root, tests, named)
    for file, classes in tests.items():
        found += [f"no promise names {name} of {file}" for name in classes if name not in NO_PROMISE and (file, name) not in named]
    return found


if __name__ == "__main__":
    wrong = faults(pathlib.Path(sys.argv[1]))
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
