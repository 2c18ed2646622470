"""Files of draws, read by a reader of the tests' own."""

from __future__ import annotations

import pathlib

import numpy as np


def read_csv(path: pathlib.Path) -> tuple[list[str], np.ndarray]:
    """Names and numbers of a CSV file with comments."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    rows = [[float(word) for word in line.split(",")] for line in lines[1:]]
    return lines[0].split(","), np.array(rows)


def column_names(name: str, dims: tuple[int, ...]) -> list[str]:
    """What CmdStan calls the elements, in the order of numpy's."""
    return [".".join([name, *(str(i + 1) for i in index)]) for index in np.ndindex(*dims)]
