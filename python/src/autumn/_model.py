"""Models: Stan programs, and what can be done with them."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import _data, _engine
from ._engine import ModelError
from ._explain import Density, Explanation
from ._fit import Calibration, Fit, Simulation
from ._methods import Methods, start_of
from ._options import options, whole
from ._progress import Progress, wants_progress

Path = str | os.PathLike[str]


class InterruptedWarning(UserWarning):
    """Sampling was stopped before its end; the draws until then were kept."""


class Model(Methods):
    """A Stan program, checked; data come with what is done with it.

    ``stan_file`` is a path, ``stan_code`` a text. ``#include`` looks beside the program and in ``include_paths``.
    ``coords`` and ``dims`` are labels for ArviZ and xarray.

    >>> model = autumn.Model(stan_code="parameters { real x; } model { x ~ normal(0, 1); }")
    >>> fit = model.sample(seed=1, draws=200)
    >>> fit["x"].shape
    (4, 200)
    >>> autumn.Model(stan_code="parameters { real x }")
    Traceback (most recent call last):
    ...
    autumn.ModelError: ...
    """

    _takes_data = True

    def __init__(
        self,
        stan_file: Path | None = None,
        *,
        stan_code: str | None = None,
        include_paths: Path | Iterable[Path] = (),
        name: str | None = None,
        coords: Mapping[str, Any] | None = None,
        dims: Mapping[str, Any] | None = None,
    ) -> None:
        if (stan_file is None) == (stan_code is None):
            raise TypeError("a model has either a stan_file or stan_code")
        listed = [include_paths] if isinstance(include_paths, (str, os.PathLike)) else list(include_paths)
        paths = [os.fspath(path) for path in listed]
        if stan_file is not None:
            path = os.fspath(stan_file)
            stem = os.path.splitext(os.path.basename(path))[0]  # noqa: PTH119, PTH122
            self._engine = _engine.Model.from_file(path, paths, name or stem)
        else:
            if not isinstance(stan_code, str):
                raise TypeError(f"stan_code must be a text, got {stan_code!r}")
            self._engine = _engine.Model.from_text(stan_code, paths, name or "model")
        self._label(coords, dims)

    @classmethod
    def _of(
        cls, engine: _engine.Model, coords: Mapping[str, Any] | None = None, dims: Mapping[str, Any] | None = None
    ) -> Model:
        model = cls.__new__(cls)
        model._engine = engine
        model._label(coords, dims)
        return model

    def _engine_data(self, data: Any) -> _engine.Data:
        return _data.to_engine(data)

    def _label(self, coords: Mapping[str, Any] | None, dims: Mapping[str, Any] | None) -> None:
        self.coords: dict[str, Any] = dict(coords or {})
        self.dims: dict[str, Any] = dict(dims or {})

    @property
    def name(self) -> str:
        """What the model is called: that of its file without the ending."""
        return self._engine.name

    @property
    def code(self) -> str:
        """The program."""
        return self._engine.code()

    @property
    def observed(self) -> list[str]:
        """The data that the program gives a distribution to.

        >>> eight_schools.observed
        ['y']
        """
        return self._engine.observed()

    def __repr__(self) -> str:
        return f"<autumn.Model {self.name}>"

    def sample(
        self,
        data: Any = None,
        *,
        chains: int | None = None,
        draws: int | None = None,
        warmup: int | str | None = None,
        thin: int | str | None = None,
        seed: int | None = None,
        init: Any = None,
        threads: int | None = None,
        threads_per_chain: int | None = None,
        save_warmup: bool | None = None,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        algorithm: str | None = None,
        metric: str | None = None,
        centring: str | None = None,
        jumps: str | None = None,
        adapt_delta: float | None = None,
        max_depth: int | None = None,
        step_size: float | None = None,
        allow_improper: bool | None = None,
        without_pass: str | Sequence[str] | None = None,
        output: Path | None = None,
        format: str | None = None,  # noqa: A002
        sig_figs: int | None = None,
        force: bool | None = None,
        progress: bool | None = None,
    ) -> Fit:
        """Draws from the posterior; options and what is usual are those of ``autumn sample``.

        ``data`` is a dictionary of numbers and arrays, the path of a JSON file, a data frame or an
        ``xarray.Dataset``. ``init`` is the radius of random initial points, or values of some parameters. The draws
        follow from program, data, options and ``seed``, and are those of the command line to the bit.
        Ctrl-C ends sampling and keeps the draws so far.

        >>> fit = eight_schools.sample(schools, chains=2, draws=500, seed=1)
        >>> fit["theta"].shape
        (2, 500, 8)
        >>> bool((fit["mu"] == eight_schools.sample(schools, chains=2, draws=500, seed=1, threads=1)["mu"]).all())
        True
        """
        given = options(locals())
        start = start_of(init, given)
        shown = _progress(given) if wants_progress(progress) else None
        engine_data = self._engine_data(data)
        engine = _engine.sample(self._engine, engine_data, given, start, shown.sights if shown else None, shown)
        fit = Fit(self, engine_data, engine, given if start is None else {**given, "init": init})
        if fit.is_interrupted:
            text = f"sampling was stopped: there are {fit.draws_per_chain} draws of {fit.chains} chains"
            warnings.warn(text, InterruptedWarning, stacklevel=2)
        return fit

    def explain(
        self,
        data: Any = None,
        *,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        without_pass: str | Sequence[str] | None = None,
    ) -> Explanation:
        """Which parameters are integrated out, which are sampled, and why."""
        given = options(locals())
        return Explanation(_engine.explain(self._engine, self._engine_data(data), given))

    def explain_stage(
        self,
        stage: str,
        data: Any = None,
        *,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        without_pass: str | Sequence[str] | None = None,
    ) -> str:
        """The model after a stage of its preparation, or its density after a pass, as text.

        >>> print(eight_schools.explain_stage("parse")[:6])
        data {
        """
        given = options(locals())
        return _engine.explain_stage(self._engine, self._engine_data(data), stage, given)

    def density(
        self,
        data: Any = None,
        *,
        collapsed: bool = False,
        jacobian: bool = True,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        without_pass: str | Sequence[str] | None = None,
    ) -> Density:
        """The log density on the unconstrained scale, or that of what is sampled (``collapsed``)."""
        if collapsed and not jacobian:
            raise ModelError("the density of what is sampled has its log Jacobians: leave jacobian=False out")
        given = options(locals())
        engine = _engine.density(self._engine, self._engine_data(data), bool(collapsed), bool(jacobian), given)
        return Density(self, engine)

    def simulate(self, data: Any = None, *, runs: int | None = None, seed: int | None = None) -> Any:
        """Parameters from their priors and data from the parameters: a :class:`Simulation`, or a list of ``runs``.

        ``data`` has what is not drawn: sizes and predictors.

        >>> made = eight_schools.simulate({"J": 8, "sigma": schools["sigma"]}, seed=1)
        >>> made.data["y"].shape, made.truth["theta"].shape
        ((8,), (8,))
        """
        count = 1 if runs is None else whole("runs", runs)
        if not 1 <= count < 2**31:
            raise ValueError(f"runs must be at least 1, got {count}")
        given = None if seed is None else whole("seed", seed)
        made = [Simulation(*pair) for pair in _engine.simulate(self._engine, self._engine_data(data), count, given)]
        return made if runs is not None else made[0]

    def sbc(
        self,
        data: Any = None,
        *,
        runs: int | None = None,
        draws: int | None = None,
        seed: int | None = None,
        threads: int | None = None,
        warmup: int | str | None = None,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        metric: str | None = None,
        centring: str | None = None,
        jumps: str | None = None,
        adapt_delta: float | None = None,
        max_depth: int | None = None,
        without_pass: str | Sequence[str] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Calibration:
        """Simulation-based calibration: does sampling find what simulation has put in?

        ``progress`` is called with the number of runs that are done.

        >>> eight_schools.sbc({"J": 8, "sigma": schools["sigma"]}, runs=100, seed=1).is_calibrated
        True
        """
        given = options(locals())
        return Calibration(_engine.sbc(self._engine, self._engine_data(data), given, progress))

    def check(
        self,
        data: Any = None,
        *,
        strict: bool = False,
        pedantic: bool = False,
        warn_uninitialized: bool = False,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        without_pass: str | Sequence[str] | None = None,
    ) -> list[str]:
        """What is likely a mistake (``pedantic``), each as a text; an exception for what is one.

        Syntax and types were checked when the model was made. ``strict`` refuses what Stan refuses, ``data`` are to
        fit the program.

        >>> model = autumn.Model(stan_code="parameters { real s; } model { target += normal_lpdf(1 | 0, s); }")
        >>> model.check()
        []
        >>> len(model.check(pedantic=True)) > 0
        True
        """
        if strict:
            self._engine.check_strict()
        if data is not None:
            given = options(locals())
            self._engine.check_with_data(self._engine_data(data), given)
        return [text.rstrip("\n") for text in self._engine.advice(bool(pedantic), bool(warn_uninitialized))]

    def self_test(
        self,
        data: Any = None,
        *,
        marginalize: str | None = None,
        keep: str | Sequence[str] | None = None,
        collapse: str | Sequence[str] | None = None,
        without_pass: str | Sequence[str] | None = None,
    ) -> tuple[bool, str]:
        """Whether collapsing this model with these data is exact, and what was compared.

        >>> eight_schools.self_test(schools)[0]
        True
        """
        given = options(locals())
        return self._engine.self_test(self._engine_data(data), given)

    def canonical(self) -> str:
        """The program in one canonical style; comments stay."""
        return self._engine.canonical()


def updated(stan_code: str, name: str = "model.stan") -> str:
    """A program in the syntax of today; comments and layout stay.

    >>> print(autumn.updated("parameters { real y[3]; }"))
    parameters { array[3] real y; }
    """
    return _engine.updated(name, stan_code)


def _progress(given: Mapping[str, Any]) -> Progress:
    warmup = str(given.get("warmup", "1000")).removeprefix("auto:")
    return Progress(given.get("chains", 4), given.get("draws", 1000), int(warmup) if warmup.isdigit() else 1000)
