"""The gallery of reports shows pictures that are there, and small."""

import re
import sys

import pytest

from browser import CHROMIUM, browser
from conftest import ROOT

PICTURES = re.findall(r"^!\[.+\]\((figures/.+?)\)$", (ROOT / "docs/gallery.md").read_text(), re.MULTILINE)


def test_pictures_are_small():
    assert len(PICTURES) == 6
    sizes = [(ROOT / "docs" / name).stat().st_size for name in PICTURES]
    assert max(sizes) < 300_000
    assert sum(sizes) < 1_000_000


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
def test_pictures_can_be_made_again(tmp_path, monkeypatch):
    """The smallest of them: its sections are where the script looks for them."""
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    import autumn
    import make_gallery

    sys.modules.pop("make_gallery")
    assert [f"figures/report_{shot.name}.png" for shot in make_gallery.SHOTS] == PICTURES
    shot = make_gallery.SHOTS[-1]
    autumn.Model(ROOT / shot.program).sample(ROOT / shot.data, seed=1).report(tmp_path / "page.html")
    with browser() as page:
        assert make_gallery.picture(page, shot, tmp_path / "page.html")[:4] == b"\x89PNG"
