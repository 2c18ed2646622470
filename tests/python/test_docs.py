"""The code of the documentation runs as it is written."""

import re
import shutil

from conftest import ROOT


def test_the_page_on_python(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs/python.md").read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 5
    names: dict = {}
    monkeypatch.chdir(tmp_path)
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert (tmp_path / "eight_schools_draws/chain_4.csv").exists()
    assert names["explanation"].dimension_after == 1
