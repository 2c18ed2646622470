"""Draws that are there, as tables of the engine: those of a fit, of files, of arrays."""

from __future__ import annotations

import itertools
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _engine
from ._engine import ModelError
from ._fit import Draws
from ._options import names


def table_of(draws: Any) -> tuple[list[str], list[np.ndarray]]:
    """Names of columns, and the rows of each chain."""
    if isinstance(draws, Draws):
        return draws.columns, [np.ascontiguousarray(chain) for chain in draws.table]
    if isinstance(draws, Mapping):
        return _table_of_arrays(draws)
    files = names("draws", os.fspath(draws) if isinstance(draws, os.PathLike) else _paths(draws))
    tables = [_engine.read_draws(path) for path in files]
    for path, table in zip(files, tables, strict=True):
        if table["columns"] != tables[0]["columns"]:
            raise ModelError(f"`{path}` has other columns than `{files[0]}`: it is of another model")
    if not tables:
        raise ModelError("there are no files of draws")
    return tables[0]["columns"], [table["rows"] for table in tables]


def _paths(draws: Any) -> Any:
    if isinstance(draws, (list, tuple)):
        return [os.fspath(path) if isinstance(path, os.PathLike) else path for path in draws]
    return draws


def _table_of_arrays(draws: Mapping[str, Any]) -> tuple[list[str], list[np.ndarray]]:
    columns: list[str] = []
    parts: list[np.ndarray] = []
    for name, value in draws.items():
        array = np.asarray(value, dtype=np.float64)
        if array.ndim < 2:
            raise ModelError(f"the draws of `{name}` have no chains: their shape is (chains, draws, ...)")
        dims = array.shape[2:]
        for index in itertools.product(*(range(extent) for extent in reversed(dims))):
            columns.append(".".join([name, *(str(i + 1) for i in reversed(index))]))
        parts.append(array.transpose(0, 1, *range(array.ndim - 1, 1, -1)).reshape(*array.shape[:2], -1))
    if len({part.shape[:2] for part in parts}) > 1:
        raise ModelError("all variables need as many chains and draws")
    if not parts:
        raise ModelError("there are no draws")
    table = np.concatenate(parts, axis=2)
    return columns, [np.ascontiguousarray(chain) for chain in table]
