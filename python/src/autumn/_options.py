"""Options from Python to the engine: plain types, under the names of the command line."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable, Mapping
from typing import Any

_WHOLE = {
    "chains", "draws", "seed", "threads", "threads_per_chain", "max_depth", "sig_figs", "runs", "iterations",
    "history_size", "paths", "path_draws", "elbo_draws", "grad_samples", "elbo_samples", "adapt_iterations",
    "eval_elbo",
}  # fmt: skip
_REAL = {
    "adapt_delta", "step_size", "radius", "init_alpha", "tol_obj", "tol_rel_obj", "tol_grad", "tol_rel_grad",
    "tol_param", "eta",
}  # fmt: skip
_NAMES = {"keep", "collapse", "without_pass"}
# What methods have beside options.
_OTHERS = {
    "self", "data", "init", "mode", "progress", "stage", "collapsed", "strict", "pedantic", "warn_uninitialized",
}  # fmt: skip
_LARGEST = {"seed": 2**64 - 1}


def options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Those arguments of a method (its ``locals()``) that are options, as the engine takes them.

    None stands for what is usual.
    """
    return {name: _plain(name, value) for name, value in given.items() if value is not None and name not in _OTHERS}


def _plain(name: str, value: Any) -> Any:
    if name in _WHOLE:
        return whole(name, value)
    if name in _REAL:
        return real(name, value)
    if name in _NAMES:
        return names(name, value)
    if name in ("warmup", "thin"):
        return value if isinstance(value, str) else str(whole(name, value))
    if name in ("output",):
        return os.fspath(value)
    return value


def whole(name: str, value: Any) -> int:
    """A whole number, or an exception that says that it is none."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {value!r}") from None
    if isinstance(value, bool):
        raise TypeError(f"{name} must be a whole number, got {value!r}")
    largest = _LARGEST.get(name, 2**63 - 1)
    if not -(2**63) <= number <= largest or (name == "seed" and number < 0):
        raise ValueError(f"{name} must be at least 0 and at most {largest}, got {number}")
    return number


def real(name: str, value: Any) -> float:
    """A number, or an exception that says that it is none."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"{name} must be a number, got {value!r}")
    try:
        return float(value)
    except TypeError:
        raise TypeError(f"{name} must be a number, got {value!r}") from None


def names(name: str, value: Any) -> list[str]:
    """One name, or several."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a name or a list of names, got {value!r}")
    result = list(value)
    for item in result:
        if not isinstance(item, str):
            raise TypeError(f"{name} must be a name or a list of names, got {item!r}")
    return result
