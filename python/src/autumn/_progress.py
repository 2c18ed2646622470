"""Progress of chains while they are made: a line for each, in terminals and in notebooks."""

from __future__ import annotations

import html
import sys
import time
from typing import Any

from . import _engine

_BAR = 24


def is_notebook() -> bool:
    """Whether the code runs in a kernel whose front end shows HTML."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"


def wants_progress(progress: bool | None) -> bool:
    """Whether there is anybody who looks, unless it was said."""
    if progress is not None:
        return progress
    return is_notebook() or sys.stderr.isatty()


class Progress:
    """Called by the engine now and then; shows where the chains are."""

    def __init__(self, chains: int, draws: int, warmup: int) -> None:
        self.sights = _engine.ChainSights(chains)
        self._chains = chains
        self._draws = draws
        self._total = draws + warmup
        self._start = time.monotonic()
        self._lines = 0
        self._handle: Any = None
        self._is_notebook = is_notebook()

    def __call__(self) -> None:
        """Shows the chains as they are now."""
        rows = [self._row(chain) for chain in range(self._chains)]
        if self._is_notebook:
            self._show_html(rows)
        else:
            self._show_text(rows)

    def _row(self, chain: int) -> tuple[str, float, str, int, str, str]:
        iterations, warmup, draws, divergences, _, step, has_begun, is_over = self.sights.of(chain)
        share = 1.0 if is_over else min(1.0, max(iterations / max(self._total, 1), draws / max(self._draws, 1) * 0.999))
        passed = time.monotonic() - self._start
        if is_over:
            left = "done"
        elif not has_begun or iterations == 0:
            left = "waits"
        else:
            left = _duration(passed * (1.0 - share) / max(share, 1e-9)) + " left"
        phase = "sampling" if draws or (iterations > warmup) else "warm-up"
        return (phase, share, f"{draws}/{self._draws}", divergences, f"{step:.3g}" if step else "-", left)

    def _show_text(self, rows: list[tuple[str, float, str, int, str, str]]) -> None:
        out = sys.stderr
        if self._lines and out.isatty():
            out.write(f"\x1b[{self._lines}A")
        elif self._lines:
            return  # a file gets the first and the last state
        for number, (phase, share, draws, divergences, step, left) in enumerate(rows, 1):
            full = round(share * _BAR)
            bar = "█" * full + "░" * (_BAR - full)
            text = f"chain {number} {bar} {phase:<8} {draws} draws, {divergences} divergences, step {step}, {left}"
            out.write(text + ("\x1b[K\n" if out.isatty() else "\n"))
        out.flush()
        self._lines = len(rows)

    def _show_html(self, rows: list[tuple[str, float, str, int, str, str]]) -> None:
        from IPython.display import HTML, display

        head = "".join(f"<th style='text-align:left'>{name}</th>" for name in _HEADINGS)
        body = "".join(_html_row(number, row) for number, row in enumerate(rows, 1))
        table = HTML(f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>")
        if self._handle is None:
            self._handle = display(table, display_id=True)
        else:
            self._handle.update(table)


_HEADINGS = ("chain", "progress", "", "draws", "divergences", "step size", "time")


def _html_row(number: int, row: tuple[str, float, str, int, str, str]) -> str:
    phase, share, draws, divergences, step, left = row
    bar = f"<progress max='1' value='{share:.4f}'></progress>"
    cells = (str(number), bar, phase, draws, str(divergences), step, left)
    quoted = (cell if cell is bar else html.escape(cell) for cell in cells)
    return "<tr>" + "".join(f"<td style='text-align:left'>{cell}</td>" for cell in quoted) + "</tr>"


def _duration(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
