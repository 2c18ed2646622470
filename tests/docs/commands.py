#!/usr/bin/env python3
"""Runs every command of the README as it is written there: commands.py AUTUMN ROOT WORK_DIRECTORY.

A command is a line `$ build/autumn ...` in a code block. It must exit with 0. Where lines follow, up to `...` or the
end of the block, the first of them must be among what the command prints: figures that depend on the instruction set of
the machine are not compared. The test fails if it finds no commands.
"""
import pathlib
import re
import shutil
import subprocess
import sys


def commands(text):
    """(command, the first line that is shown below it or None) of all code blocks."""
    for block in re.split(r"^```.*\n", text, flags=re.MULTILINE)[1::2]:
        lines = block.splitlines()
        for line, after in zip(lines, [*lines[1:], "$"]):
            if line.startswith("$ build/autumn "):
                yield line[len("$ build/autumn "):], None if after.startswith("$") else after


def main():
    autumn, root, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    for folder in ("examples", "models"):
        (work / folder).symlink_to(root / folder)
    found, failed = list(commands((root / "README.md").read_text())), 0
    for command, shown in found:
        done = subprocess.run([autumn, *command.split()], cwd=work, capture_output=True, text=True)
        said = done.stdout + done.stderr
        if done.returncode != 0 or (shown and shown not in said):
            failed += 1
            print(f"FAILED: autumn {command} (status {done.returncode}, shown: {shown})\n{said}")
    if len(found) < 5:
        print(f"FAILED: only {len(found)} commands found in the README")
    return 1 if failed or len(found) < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
