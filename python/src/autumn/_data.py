"""Data from Python to the engine: every value becomes an array of numbers, and no file is written."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _engine
from ._engine import ModelError

_INT64_MAX = 2**63 - 1


def columns(frame: Any, rows: str | None = None) -> dict[str, Any]:
    """The columns of a data frame (pandas, polars) as data; ``rows`` names the number of rows among them.

    Columns of text or categories become whole numbers from 1, in the order of their categories.

    >>> import pandas as pd
    >>> data = autumn.columns(pd.DataFrame({"y": [1.5, 2.5], "group": ["b", "a"]}), rows="N")
    >>> data["N"], data["group"].tolist()
    (2, [2, 1])
    """
    data: dict[str, Any] = {str(name): _column(frame[name]) for name in frame.columns}
    if rows is not None:
        if rows in data:
            raise ModelError(f"`{rows}` is the name of a column, and cannot be that of the number of rows")
        data[rows] = len(frame)
    return data


def _column(column: Any) -> Any:
    if _is_missing(column):
        return column  # refused later, with its name
    array = np.asarray(column)
    if array.dtype.kind not in "OUST":
        return array
    values = array.tolist()
    if not all(isinstance(value, str) for value in values):
        return array  # refused later, with its name
    categories = getattr(getattr(column, "cat", None), "categories", None)
    known = list(categories) if categories is not None else sorted(set(values))
    code = {value: place + 1 for place, value in enumerate(known)}
    return np.array([code[value] for value in values], dtype=np.int64)


def to_engine(data: Any, what: str = "data") -> _engine.Data:
    """Data as the engine has them, from whatever a user hands over."""
    if isinstance(data, _engine.Data):
        return data
    if data is None:
        return _engine.Data()
    if isinstance(data, (str, os.PathLike)):
        return _engine.read_data(os.fspath(data))
    result = _engine.Data()
    for name, value in _items(data, what):
        if not isinstance(name, str):
            raise TypeError(f"{what}: names are strings, got {name!r}")
        _add(result, name, value)
    return result


def _items(data: Any, what: str) -> list[tuple[Any, Any]]:
    if hasattr(data, "data_vars"):  # of xarray
        return [(name, data[name].values) for name in data.data_vars]
    if hasattr(data, "columns") and hasattr(data, "__len__"):
        return list(columns(data).items())
    if isinstance(data, Mapping):
        return list(data.items())
    raise TypeError(f"{what} must be a dictionary, the path of a JSON file or a data frame, got {type(data).__name__}")


def _is_missing(value: Any) -> bool:
    """Whether an array that knows of missing values has some: those of NumPy (masked), pandas, polars."""
    if isinstance(value, np.ma.MaskedArray):
        return bool(np.ma.is_masked(value))
    asked = getattr(value, "isna", None)
    if asked is None:
        asked = getattr(value, "null_count", None)
    return callable(asked) and bool(np.any(np.asarray(asked())))


def _add(result: _engine.Data, name: str, value: Any) -> None:
    if _has_tuples(value):
        return result.add_json(json.dumps({name: _plain(value, name)}))
    if _is_missing(value):
        raise ModelError(_missing(name))
    try:
        array = np.asarray(value)
    except ValueError:  # lists of different lengths: the engine says which
        return result.add_json(json.dumps({name: _plain(value, name)}))
    if array.dtype.kind == "O" and array.ndim > 0 and isinstance(value, list):
        return result.add_json(json.dumps({name: _plain(value, name)}))
    _add_array(result, name, array)
    return None


def numbers(name: str, value: Any) -> np.ndarray:
    """Data as one array of numbers, or an exception that names them."""
    if _is_missing(value):
        raise ModelError(_missing(name))
    try:
        array = np.asarray(value)
    except ValueError:
        raise ModelError(f"`{name}` is made of lists of different lengths") from None
    if array.dtype.kind not in "biuf":
        _add_array(_engine.Data(), name, array)
    return array


def _add_array(result: _engine.Data, name: str, array: np.ndarray) -> None:
    kind = array.dtype.kind
    if kind == "c":
        array = np.stack([array.real, array.imag], axis=-1)
    dims = list(array.shape)
    flat = array.ravel(order="F")
    if kind in "biu":
        if kind == "u" and flat.size and int(flat.max()) > _INT64_MAX:
            raise ModelError(f"`{name}` has a number that is too large for an integer")
        result.add_ints(name, dims, np.ascontiguousarray(flat, dtype=np.int64))
    elif kind in "fc":
        result.add_reals(name, dims, np.ascontiguousarray(flat, dtype=np.float64))
    elif kind == "O" and any(value is None or value != value for value in flat.tolist()):
        raise ModelError(_missing(name))
    else:
        raise ModelError(
            f"`{name}` has values that are no numbers ({array.dtype})\n"
            "  autumn.columns() makes numbers of text and categories in data frames"
        )


def _missing(name: str) -> str:
    return (
        f"`{name}` has missing values\n"
        "  Stan has no missing values: leave the element out, or make it a parameter of the model"
    )


def _has_tuples(value: Any) -> bool:
    if isinstance(value, (tuple, Mapping)):
        return True
    return isinstance(value, list) and any(_has_tuples(part) for part in value)


def _plain(value: Any, name: str) -> Any:
    """As JSON has it; a tuple is an object with the keys "1", "2", ..."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part, name) for key, part in value.items()}
    if isinstance(value, tuple):
        return {str(k + 1): _plain(part, name) for k, part in enumerate(value)}
    if isinstance(value, list):
        return [_plain(part, name) for part in value]
    if isinstance(value, (np.ndarray, np.generic)) or hasattr(value, "__array__"):
        return _plain(np.asarray(value).tolist(), name)
    if isinstance(value, complex):
        return [value.real, value.imag]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise ModelError(f"`{name}` has a value that is no number: {value!r}")
