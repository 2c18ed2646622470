"""The example of docs/from-stan.md for those who come from cmdstanpy runs as it stands there."""

import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def block(language: str, after: str) -> str:
    """The first block of code in this language after a line of the page."""
    page = (ROOT / "docs" / "from-stan.md").read_text()
    found = re.search(rf"```{language}\n(.*?)```", page[page.index(after) :], re.S)
    assert found is not None
    return found.group(1)


def test_the_example_for_cmdstanpy_runs(tmp_path):
    code = block("python", "From cmdstanpy (tested with").replace("build/cmdstan", os.environ["CMDSTAN"])
    (tmp_path / "examples").mkdir()
    for name in ("eight_schools.stan", "eight_schools.json"):
        (tmp_path / "examples" / name).write_bytes((ROOT / "examples" / name).read_bytes())
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert re.search(r"theta\[8\]", done.stdout) and "Processing complete" in done.stdout
