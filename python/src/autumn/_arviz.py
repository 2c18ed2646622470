"""Draws as xarray's datasets, and all that is known of a run for ArviZ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._engine import ModelError
from ._layout import UnknownNameError

if TYPE_CHECKING:
    from ._fit import Draws

_PREDICTIVE = ("_rep", "_pred", "_tilde")
_LIKELIHOOD = ("log_lik",)
# As ArviZ calls what CmdStan's columns have.
_STATISTICS = {
    "lp__": "lp",
    "accept_stat__": "acceptance_rate",
    "stepsize__": "step_size",
    "treedepth__": "tree_depth",
    "n_leapfrog__": "n_steps",
    "divergent__": "diverging",
    "energy__": "energy",
}
_TYPES = {"treedepth__": np.int64, "n_leapfrog__": np.int64, "divergent__": np.bool_}


def dataset(
    arrays: Mapping[str, np.ndarray],
    coords: Mapping[str, Any],
    dims: Mapping[str, Any],
    leading: Sequence[str] = ("chain", "draw"),
) -> Any:
    """Arrays with the given leading dimensions as a dataset; other dimensions get a name if they have none."""
    import xarray as xr

    variables: dict[str, Any] = {}
    used: set[str] = set()
    for name, array in arrays.items():
        names = _dim_names(name, array.ndim - len(leading), dims)
        variables[name] = ((*leading, *names), array)
        used.update(names)
    labels = {name: list(values) for name, values in coords.items() if name in used}
    sizes = {name: variables_size(variables, name) for name in (*leading, *sorted(used))}
    for name, size in sizes.items():
        if size is not None:
            labels.setdefault(name, list(range(size)))
    try:
        return xr.Dataset(variables, coords=labels)
    except ValueError as error:
        raise ModelError(f"the dimensions do not go together: {error}") from None


def variables_size(variables: Mapping[str, Any], dim: str) -> int | None:
    """How long a dimension is; None if no variable has it."""
    for names, array in variables.values():
        if dim in names:
            return int(array.shape[names.index(dim)])
    return None


def _dim_names(name: str, rank: int, dims: Mapping[str, Any]) -> list[str]:
    given = dims.get(name, [])
    named = [given] if isinstance(given, str) else list(given)
    if len(named) > rank:
        raise ModelError(f"`{name}` has {rank} dimensions, but {len(named)} names of dimensions: {', '.join(named)}")
    return named + [f"{name}_dim_{k}" for k in range(len(named), rank)]


def tree(
    draws: Draws,
    predictive: str | Sequence[str] | None,
    likelihood: str | Sequence[str] | None,
    prior: Any,
    coords: Mapping[str, Any],
    dims: Mapping[str, Any],
) -> Any:
    """All groups, in the container of the ArviZ that is there."""
    groups = _groups(draws, predictive, likelihood, prior, coords, dims)
    try:
        import arviz
    except ImportError:
        raise ModuleNotFoundError(
            "to_arviz() needs ArviZ: pip install arviz (to_xarray() needs xarray alone)"
        ) from None
    # ArviZ 1 has the name still, for something else.
    if getattr(arviz, "__version__", "1").startswith("0."):
        return arviz.InferenceData(**groups)
    import xarray as xr

    return xr.DataTree.from_dict(groups)


def _groups(
    draws: Draws,
    predictive: str | Sequence[str] | None,
    likelihood: str | Sequence[str] | None,
    prior: Any,
    coords: Mapping[str, Any],
    dims: Mapping[str, Any],
) -> dict[str, Any]:
    kinds = {name: _group_of(draws, name, predictive, likelihood) for name in draws}
    _check_names(draws, predictive, likelihood)
    groups: dict[str, Any] = {}

    def add(group: str, arrays: Mapping[str, np.ndarray], leading: Sequence[str] = ("chain", "draw")) -> None:
        if arrays:
            groups[group] = dataset(arrays, coords, dims, leading)

    flat = draws.flat()
    for group in ("posterior", "posterior_predictive", "log_likelihood"):
        add(group, {name: value for name, value in flat.items() if kinds[name.split(":")[0]] == group})
    add("sample_stats", statistics(draws.sample_stats))
    warmup = draws._warmup()
    if warmup is not None:
        add("warmup_posterior", warmup.flat())
    if prior is not None:
        simulations = [prior] if hasattr(prior, "truth") else list(prior)
        add("prior", _stacked([s.truth for s in simulations]))
        observed = draws.model.observed
        add("prior_predictive", _stacked([{n: s.data[n] for n in observed if n in s.data} for s in simulations]))
    data = draws._data.to_dict()
    observed = draws.model.observed
    add("observed_data", {name: data[name] for name in data if name in observed}, ())
    add("constant_data", {name: data[name] for name in data if name not in observed}, ())
    return groups


def statistics(stats: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Statistics of the sampler under the names that ArviZ knows."""
    return {
        _STATISTICS.get(name, name.rstrip("_")): values.astype(_TYPES.get(name, values.dtype))
        for name, values in stats.items()
    }


def _stacked(values: list[dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    if not values:
        return {}
    return {name: np.stack([value[name] for value in values])[np.newaxis] for name in values[0]}


def _listed(names: str | Sequence[str] | None) -> list[str]:
    if names is None:
        return []
    return [names] if isinstance(names, str) else list(names)


def _check_names(draws: Draws, *lists: str | Sequence[str] | None) -> None:
    for names in lists:
        for name in _listed(names):
            if name not in draws:
                raise UnknownNameError(f"there is no variable `{name}`")


def _group_of(
    draws: Draws, name: str, predictive: str | Sequence[str] | None, likelihood: str | Sequence[str] | None
) -> str:
    if name in _listed(predictive):
        return "posterior_predictive"
    if name in _listed(likelihood):
        return "log_likelihood"
    if draws.block(name) == "generated quantities":
        if predictive is None and name.endswith(_PREDICTIVE):
            return "posterior_predictive"
        if likelihood is None and name.startswith(_LIKELIHOOD):
            return "log_likelihood"
    return "posterior"
