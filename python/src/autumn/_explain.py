"""What happens to a model before it is sampled, and its density at points."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _data, _engine

if TYPE_CHECKING:
    from ._model import Model


class Explanation:
    """Which parameters are integrated out and which are sampled, and why: text in a terminal, a picture in a notebook.

    >>> explanation = eight_schools.explain(schools)
    >>> explanation.dimension_before, explanation.dimension_after
    (10, 1)
    >>> [part["name"] for part in explanation.collapsed]
    ['mu', 'theta']
    """

    def __init__(self, engine: _engine.Explanation) -> None:
        self._engine = engine
        self._json: dict[str, Any] = json.loads(engine.to_json())

    @property
    def dimension_before(self) -> int:
        """Unconstrained real dimensions of the model."""
        return self._engine.dimension_before

    @property
    def dimension_after(self) -> int:
        """The same of what is sampled."""
        return self._engine.dimension_after

    @property
    def collapsed(self) -> list[dict[str, Any]]:
        """What is integrated out: names, elements, rules."""
        return list(self._json["collapsed"])

    @property
    def kept(self) -> list[dict[str, Any]]:
        """What is sampled, and for which reason."""
        return list(self._json["kept"])

    def to_text(self) -> str:
        """A table for people."""
        return self._engine.to_text()

    def to_json(self) -> str:
        """All of it, as ``autumn explain --format json`` prints it."""
        return self._engine.to_json()

    def to_dot(self) -> str:
        """The factor graph before and after, for Graphviz."""
        return self._engine.to_dot()

    def to_svg(self) -> str:
        """The same as a picture."""
        return self._engine.to_svg()

    def __str__(self) -> str:
        return self.to_text()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self._engine.to_html()


class Density:
    """The log density of a model with its data, on the unconstrained scale, in Stan's order and with all constants.

    For BlackJAX, scipy and others. Several threads may ask it at once.

    >>> density = eight_schools.density(schools)
    >>> density.dimension
    10
    >>> value, gradient = density.value_and_gradient([0.1] * 10)
    >>> gradient.shape
    (10,)
    >>> eight_schools.density(schools, collapsed=True).names
    ['tau']
    """

    def __init__(self, model: Model, engine: _engine.Density) -> None:
        self._model = model
        self._engine = engine

    @property
    def dimension(self) -> int:
        """How many unconstrained numbers a point has."""
        return self._engine.dimension

    @property
    def names(self) -> list[str]:
        """What each of them belongs to: ``theta.3``, ``L.2`` for the second free number of ``L``."""
        return self._engine.names

    def value(self, q: Any) -> float:
        """The log density at a point; -inf where the program allows none."""
        return self._engine.value(_point(q))

    def value_and_gradient(self, q: Any) -> tuple[float, np.ndarray]:
        """The log density at a point and its gradient there."""
        return self._engine.value_and_gradient(_point(q))

    def constrain(self, q: Any) -> dict[str, np.ndarray]:
        """The values of the parameters at a point, on the scale on which they are declared."""
        return self._engine.constrain(_point(q))

    def unconstrain(self, values: Any) -> np.ndarray:
        """The point at which the parameters have these values.

        >>> density = eight_schools.density(schools, collapsed=True)
        >>> round(float(density.unconstrain({"tau": 1.0})[0]), 6)
        0.0
        """
        return self._engine.unconstrain(_data.to_engine(values, "values"))

    def __call__(self, q: Any) -> float:
        return self.value(q)

    def __repr__(self) -> str:
        return f"<autumn.Density of {self._model.name}: {self.dimension} dimensions>"


def _point(q: Any) -> np.ndarray:
    array = np.asarray(q)
    if array.dtype.kind not in "biuf" or array.ndim != 1:
        raise TypeError(f"a point is a list of numbers, got an array of {array.dtype} with {array.ndim} dimensions")
    return np.ascontiguousarray(array, dtype=np.float64)
