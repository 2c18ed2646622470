"""The methods beside sampling: modes, approximations, and generated quantities of draws that are there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from . import _data, _engine
from ._engine import Data
from ._engine import Model as EngineModel
from ._fit import Approximation, Generated, Optimum
from ._options import options, real
from ._tables import table_of

if TYPE_CHECKING:
    from ._model import Model


Result = TypeVar("Result", bound=Approximation)


class Methods(ABC):
    """What a model can do beside sampling."""

    _engine: EngineModel

    @abstractmethod
    def _engine_data(self, data: Any) -> Data:
        """Data as the engine takes them."""

    def _run(
        self,
        method: Callable[..., dict[str, Any]],
        kind: type[Result],
        data: Any,
        init: Any,
        given: dict[str, Any],
        *others: Any,
    ) -> Result:
        """One method of the engine, and what came of it."""
        start = start_of(init, given)
        engine_data = self._engine_data(data)
        return kind(cast("Model", self), engine_data, method(self._engine, engine_data, given, start, *others, None))

    def optimize(
        self,
        data: Any = None,
        *,
        jacobian: bool = False,
        algorithm: str | None = None,
        iterations: int | None = None,
        save_iterations: bool | None = None,
        seed: int | None = None,
        init: Any = None,
        init_alpha: float | None = None,
        tol_obj: float | None = None,
        tol_rel_obj: float | None = None,
        tol_grad: float | None = None,
        tol_rel_grad: float | None = None,
        tol_param: float | None = None,
        history_size: int | None = None,
    ) -> Optimum:
        """The mode of the posterior, on the declared scale or (``jacobian``) on the unconstrained one."""
        return self._run(_engine.optimize, Optimum, data, init, options(locals()))

    def laplace(
        self,
        data: Any = None,
        *,
        mode: Any = None,
        draws: int | None = None,
        jacobian: bool = True,
        seed: int | None = None,
        init: Any = None,
    ) -> Approximation:
        """Draws from the normal approximation at the mode, which is found unless it is given.

        >>> model = autumn.Model(stan_code="parameters { real x; } model { x ~ normal(3, 1); }")
        >>> bool(abs(model.laplace(seed=1)["x"].mean() - 3) < 0.2)
        True
        """
        given = options(locals())
        at = None if mode is None else _data.to_engine(_values_of(mode), "mode")
        return self._run(_engine.laplace, Approximation, data, init, given, at)

    def pathfinder(
        self,
        data: Any = None,
        *,
        paths: int | None = None,
        draws: int | None = None,
        path_draws: int | None = None,
        elbo_draws: int | None = None,
        iterations: int | None = None,
        resampling: bool | None = None,
        threads: int | None = None,
        seed: int | None = None,
        init: Any = None,
        init_alpha: float | None = None,
        tol_obj: float | None = None,
        tol_rel_obj: float | None = None,
        tol_grad: float | None = None,
        tol_rel_grad: float | None = None,
        tol_param: float | None = None,
        history_size: int | None = None,
    ) -> Approximation:
        """Draws from normal approximations on the way to the mode, resampled.

        >>> eight_schools.pathfinder(schools, seed=1).info["paths"]
        4
        """
        return self._run(_engine.pathfinder, Approximation, data, init, options(locals()))

    def variational(
        self,
        data: Any = None,
        *,
        algorithm: str | None = None,
        iterations: int | None = None,
        grad_samples: int | None = None,
        elbo_samples: int | None = None,
        eta: float | None = None,
        adapt_iterations: int | None = None,
        tol_rel_obj: float | None = None,
        eval_elbo: int | None = None,
        draws: int | None = None,
        seed: int | None = None,
        init: Any = None,
    ) -> Approximation:
        """A normal distribution on the unconstrained scale (ADVI): its mean is the first row, draws follow."""
        return self._run(_engine.variational, Approximation, data, init, options(locals()))

    def generate_quantities(self, data: Any = None, draws: Any = None, *, seed: int | None = None) -> Generated:
        """Generated quantities for draws that are there: a fit, files of draws, or arrays (chains, draws, ...) by name.

        >>> fit = eight_schools.sample(schools, seed=1, draws=100)
        >>> more = autumn.Model(stan_code=eight_schools.code + "generated quantities { real twice = 2 * mu; }")
        >>> bool((more.generate_quantities(schools, fit, seed=1)["twice"] == 2 * fit["mu"]).all())
        True
        """
        if draws is None:
            raise TypeError("generate_quantities needs draws: a fit, files of draws, or arrays by name")
        columns, chains = table_of(draws)
        engine_data = self._engine_data(data)
        made = _engine.generate(self._engine, engine_data, columns, chains, options({"seed": seed}))
        return Generated(cast("Model", self), engine_data, made)


def start_of(init: Any, given: dict[str, Any]) -> _engine.Data | None:
    if init is None:
        return None
    if isinstance(init, (int, float, np.number)):
        given["radius"] = real("init", init)
        return None
    return _data.to_engine(_values_of(init), "init")


def _values_of(values: Any) -> Any:
    """Values of parameters; those of an optimizer, too."""
    if isinstance(values, Optimum):
        return {name: values[name] for name in values if values.block(name) == "parameters"}
    return values
