#!/usr/bin/env python3
"""Makes the reports of docs/gallery.md and their pictures, docs/figures/report_*.png, in a headless Chromium.

usage: PYTHONPATH=build/python/installed build/python/environment/bin/python docs/make_gallery.py [--reports DIRECTORY]

The environment is that of the tests of the Python package (tests/python/run.sh build). With --reports the pages are kept there.
"""
import argparse
import io
import pathlib
import sys
import tempfile
from dataclasses import dataclass, field

import autumn
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "python"))

from browser import Page, browser  # noqa: E402


@dataclass(frozen=True)
class Shot:
    """One picture of a report: its sections from one to another, on a screen."""

    name: str
    program: str
    data: str
    width: int
    first: str  # heading of the first section; empty for the top of the page
    last: str
    is_dark: bool = False
    opened: int | None = None  # the row of the summary that is clicked
    options: dict = field(default_factory=dict)


SHOTS = (
    Shot("schools", "examples/eight_schools.stan", "examples/eight_schools.json", 820, "", "What was integrated out"),
    Shot("funnel", "examples/eight_schools.stan", "examples/eight_schools.json", 820, "Pairs that are known worst", "Pairs that are known worst",
         is_dark=True, options={"marginalize": "none", "jumps": "none", "centring": "as-written"}),
    Shot("electric", "models/paper/electric_company.stan", "models/paper/data/electric_company.json", 1400, "What was integrated out", "What was integrated out"),
    Shot("slopes", "models/mixed/intercepts_slopes.stan", "models/mixed/data/intercepts_slopes.json", 1400, "Summary", "Summary", opened=3),
    Shot("radon", "models/posteriors/radon_variable_intercept_centered/radon_variable_intercept_centered.stan",
         "models/posteriors/radon_variable_intercept_centered/data.json", 820, "Data and replications", "Time"),
    Shot("dogs", "models/posteriors/dogs/dogs.stan", "models/posteriors/dogs/data.json", 390, "Data and replications", "Energy", is_dark=True),
)


def bounds(page: Page, shot: Shot) -> tuple[float, float]:
    """Where its sections begin and end, in pixels of the page."""
    sections = page.ask(
        "[...document.querySelectorAll('section')].map(s => [s.querySelector('h2').textContent,"
        "s.getBoundingClientRect().top + scrollY, s.getBoundingClientRect().bottom + scrollY])")
    places = {title: (top, bottom) for title, top, bottom in sections}
    top = places[shot.first][0] - 12 if shot.first else 0
    return top, places[shot.last][1] + 12


def picture(page: Page, shot: Shot, report: pathlib.Path) -> bytes:
    page.screen(shot.width, 900, is_dark=shot.is_dark)
    page.open(report)
    if shot.opened is not None:
        page.click("#summary tbody tr.row", shot.opened)
    top, bottom = bounds(page, shot)
    if page.complaints:
        sys.exit(f"{shot.name}: the browser complains: {page.complaints}")
    small = Image.open(io.BytesIO(page.picture(top=top, height=bottom - top))).convert("RGB")
    file = io.BytesIO()
    small.save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reports", type=pathlib.Path, help="keep the pages here")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, browser() as page:
        folder = options.reports or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for shot in SHOTS:
            report = folder / f"{shot.name}.html"
            fit = autumn.Model(ROOT / shot.program).sample(str(ROOT / shot.data), seed=1, progress=False, **shot.options)
            fit.report(report, force=True)
            png = picture(page, shot, report)
            (ROOT / "docs" / "figures" / f"report_{shot.name}.png").write_bytes(png)
            print(f"{shot.name}: {len(png) / 1000:.0f} kB; page {report.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
