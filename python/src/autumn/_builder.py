"""Models written in Python: parameters, data and their distributions, one statement for each."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from . import _data, _engine
from ._engine import Data, ModelError, builder
from ._expression import Distribution, Expression, Value, as_expression
from ._model import Model
from ._options import whole
from ._supports import Support


class Builder(Model):
    """A model that is written in Python, and then sampled and explained as any other.

    ``coords`` gives labels to dimensions, whose names parameters and data are declared with; ArviZ gets them.

    >>> with autumn.Builder(coords={"school": list("ABCDEFGH")}) as m:
    ...     mu = m.parameter("mu", autumn.normal(0, 5))
    ...     tau = m.parameter("tau", autumn.half_cauchy(5))
    ...     theta = m.parameter("theta", autumn.normal(mu, tau), dims="school")
    ...     m.observe("y", autumn.normal(theta, schools["sigma"]), schools["y"])
    >>> fit = m.sample(seed=1)
    >>> print(fit.account)
    collapsed 9 of 10 dimensions: mu, theta (Gaussian); sampling 1: tau
    >>> fit.to_xarray()["theta"].dims
    ('chain', 'draw', 'school')
    """

    _takes_data = False

    def __init__(self, name: str = "model", *, coords: Mapping[str, Any] | None = None) -> None:
        self._builder = builder.Builder(name)
        self._observed: dict[str, Any] = {}
        self._label(coords, None)

    def __enter__(self) -> Builder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def parameter(
        self,
        name: str,
        distribution: Distribution | Support,
        support: Support | None = None,
        *,
        shape: int | tuple[int, ...] | None = None,
        dims: str | tuple[str, ...] | list[str] | None = None,
    ) -> Expression:
        """A parameter with its distribution, or with a flat density on a support.

        A ``support`` beside a distribution is a narrower one; as in Stan the density is not normalised again.
        ``shape`` is the number of independent copies, ``dims`` the names of dimensions in ``coords`` that have as
        many. Without them there are as many as the arguments of the distribution have.

        >>> with autumn.Builder() as m:
        ...     w = m.parameter("w", autumn.dirichlet([1.0, 1.0, 1.0]), shape=2)
        ...     b = m.parameter("b", autumn.real(), shape=(2, 3))
        ...     s = m.parameter("s", autumn.normal(0, 1), autumn.positive())
        >>> w.shape, b.shape, s.shape
        ((2, 3), (2, 3), ())
        """
        given = distribution if isinstance(distribution, Distribution) else None
        on = support if given is not None else distribution
        if given is None and (not isinstance(distribution, Support) or support is not None):
            raise TypeError(f"`{name}` needs a distribution or a support, got {distribution!r}")
        if on is not None and not isinstance(on, Support):
            raise TypeError(f"the support of `{name}` must be one of autumn's, got {on!r}")
        labels = [dims] if isinstance(dims, str) else list(dims or ())
        rank = on.item_rank if on is not None else given.item_rank % 3  # type: ignore[union-attr]
        plate = self._plate(name, shape, labels, rank)
        if given is None:
            made = None
        elif plate or given.item_rank:
            made = given.of_shape(tuple(plate) or None)
        else:
            made = given.of_shape(given.batch)
            plate = list(given.batch) if len(given.batch) > 2 else plate
        engine = self._builder.parameter(name, made, on, plate, *_place())
        actual = tuple(dict(self._builder.dims())[name])
        self._name_dims(name, labels, actual)
        return Expression(engine, actual)

    def observe(
        self,
        name: str,
        distribution: Distribution,
        data: Any,
        *,
        dims: str | tuple[str, ...] | list[str] | None = None,
    ) -> None:
        """Data with their distribution, whose arguments broadcast to them."""
        _check(distribution, f"`{name}`")
        if isinstance(data, Expression):
            raise ModelError(f"`{name}` is not data: it depends on parameters\n  distribute() is for these")
        array = _data.numbers(name, data)
        labels = [dims] if isinstance(dims, str) else list(dims or ())
        self._builder.observe(name, distribution.of_shape(array.shape), as_expression(array)._engine, *_place())
        self._name_dims(name, labels, array.shape)
        self._observed[name] = array

    def distribute(self, value: Expression, distribution: Distribution) -> None:
        """An expression of parameters that has a distribution, like Stan's ``x ~ normal(0, 1)``."""
        _check(distribution, "what is distributed")
        given = as_expression(value)
        self._builder.distribute(given._engine, distribution.of_shape(given.shape), *_place())

    def add_log_density(self, term: Value) -> None:
        """A term of the log density that is no distribution; an array counts with the sum of its elements."""
        self._builder.add_log_density(as_expression(term)._engine, *_place())

    def output(self, name: str, value: Value, *, dims: str | tuple[str, ...] | list[str] | None = None) -> Expression:
        """A quantity computed from parameters, saved with every draw."""
        given = as_expression(value)
        if given.ndim > 2:
            raise ModelError(f"the output `{name}` has {given.ndim} dimensions, and outputs have two at most")
        self._builder.output(name, given._engine, *_place())
        self._name_dims(name, [dims] if isinstance(dims, str) else list(dims or ()), given.shape)
        return given

    @property
    def code(self) -> str:
        """The model as text: parameters, factors and their expressions."""
        return self._builder.to_text()

    @property
    def observed(self) -> list[str]:
        """The names of the data."""
        return list(self._observed)

    @property
    def _engine(self) -> _engine.Model:  # type: ignore[override]
        return self._builder.finished({name: array.shape for name, array in self._observed.items()})

    def _engine_data(self, data: Any) -> Data:
        if data is not None:
            raise TypeError("a model that is written in Python has its data already")
        return _data.to_engine(self._observed)

    def _plate(self, name: str, shape: Any, labels: list[str], rank: int) -> list[int]:
        if shape is not None:
            extents = shape if isinstance(shape, (tuple, list)) else (shape,)
            return [_extent(name, extent) for extent in extents]
        return [self._length(name, label) for label in labels[: max(0, len(labels) - rank)]]

    def _length(self, name: str, label: str) -> int:
        if label not in self.coords:
            raise ModelError(f"`{name}`: there are no coords for the dimension `{label}`\n  give its length as shape")
        return len(self.coords[label])

    def _name_dims(self, name: str, labels: list[str], shape: tuple[int, ...]) -> None:
        if not labels:
            return
        if len(labels) > len(shape):
            raise ModelError(f"`{name}` has {len(shape)} dimensions, but {len(labels)} names of dimensions")
        for label, extent in zip(labels, shape, strict=False):
            if label in self.coords and len(self.coords[label]) != extent:
                raise ModelError(f"`{name}` has {extent} elements along `{label}`, which has {len(self.coords[label])}")
        self.dims[name] = labels


def _extent(name: str, extent: Any) -> int:
    count = whole("shape", extent)
    if count < 0:
        raise ModelError(f"`{name}`: a shape has no negative lengths, got {count}")
    return count


def _check(distribution: Any, what: str) -> None:
    if not isinstance(distribution, Distribution):
        raise TypeError(f"{what} needs a distribution, got {distribution!r}")


def _place() -> tuple[str, int]:
    """File and line of the statement of the user that we were called from."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "autumn":
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno
