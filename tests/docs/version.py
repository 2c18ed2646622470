#!/usr/bin/env python3
"""Says whether the version is the same everywhere: version.py AUTUMN ROOT.

The newest version of CHANGELOG.md (its first heading `## 1.2.3`), that of project() in CMakeLists.txt and what
`autumn --version` prints must agree, versions must fall from top to bottom, and each must have a date. What has no
version yet may stand above all under `## Unreleased`.
"""
import pathlib
import re
import subprocess
import sys


def main():
    autumn, root = sys.argv[1], pathlib.Path(sys.argv[2])
    headings = re.findall(r"^## (.*)$", (root / "CHANGELOG.md").read_text(), re.MULTILINE)
    if headings and headings[0] == "Unreleased":
        headings = headings[1:]
    versions = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) \(\d{4}-\d\d-\d\d\)", heading) for heading in headings]
    if not versions or None in versions:
        return f"CHANGELOG.md: every heading must be like `## 1.2.3 (2026-11-15)`: {headings}"
    numbers = [tuple(map(int, version.groups())) for version in versions]
    if numbers != sorted(set(numbers), reverse=True):
        return "CHANGELOG.md: versions must fall from top to bottom"
    newest = ".".join(map(str, numbers[0]))
    project = re.search(r"project\(Autumn VERSION (\S+)", (root / "CMakeLists.txt").read_text()).group(1)
    if project != newest:
        return f"CMakeLists.txt says {project}, CHANGELOG.md {newest}"
    printed = subprocess.run([autumn, "--version"], capture_output=True, text=True).stdout.strip()
    if printed != f"autumn {newest}":
        return f"autumn --version says {printed!r}, CHANGELOG.md {newest}"
    return 0


if __name__ == "__main__":
    sys.exit(main())
