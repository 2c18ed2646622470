"""What comes of sampling, and of the methods beside it."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _arviz, _engine
from ._layout import UnknownNameError, Variables
from ._options import options as _plain_options

if TYPE_CHECKING:
    from ._model import Model

_COLUMNS = ("mean", "mcse", "sd", "q5", "q50", "q95", "ess_bulk", "ess_tail", "rhat")
_SHOWN = 200


class Warning(NamedTuple):  # noqa: A001
    """Something to worry about: what was found, what it means, and what to try."""

    finding: str
    meaning: str
    advice: str

    def __str__(self) -> str:
        return f"{self.finding}\n{self.meaning}\n{self.advice}"


class Row(NamedTuple):
    """The summary of one number. NaN where a figure is not defined."""

    mean: float
    mcse: float
    sd: float
    q5: float
    q50: float
    q95: float
    ess_bulk: float
    ess_tail: float
    rhat: float


class Summary(Mapping[str, Row]):
    """A table with a row for each number, named as in ``theta[1]``; prints as the command line prints it."""

    def __init__(self, columns: dict[str, Any], text: str, warnings: list[Warning]) -> None:
        self._columns = columns
        self._places = {name: place for place, name in enumerate(columns["name"])}
        self._text = text
        self._warnings = warnings

    def __getitem__(self, name: str) -> Row:
        try:
            place = self._places[name]
        except KeyError:
            raise UnknownNameError(
                f"the summary has no row `{name}`\n  elements are named as in theta[1], counted from 1"
            ) from None
        return Row(*(float(self._columns[column][place]) for column in _COLUMNS))

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns["name"])

    def __len__(self) -> int:
        return len(self._places)

    def column(self, name: str) -> np.ndarray:
        """One figure of all rows, ``rhat`` for one."""
        if name not in _COLUMNS:
            raise UnknownNameError(f"`{name}` is not one of {', '.join(_COLUMNS)}")
        array: np.ndarray = self._columns[name]
        return array

    def to_pandas(self) -> Any:
        """As a data frame, with the names as its index."""
        import pandas as pd

        return pd.DataFrame({name: self._columns[name] for name in _COLUMNS}, index=list(self))

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("", *_COLUMNS))
        rows = "".join(_html_row(name, self[name]) for name in list(self)[:_SHOWN])
        more = f"<p>{len(self) - _SHOWN} more rows</p>" if len(self) > _SHOWN else ""
        notes = "".join(f"<p>{html.escape(str(warning))}</p>" for warning in self._warnings)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}{notes}"


def _html_row(name: str, row: Row) -> str:
    cells = "".join(f"<td>{value:.4g}</td>" for value in row)
    return f"<tr><th style='text-align:left'>{html.escape(name)}</th>{cells}</tr>"


class Draws(Mapping[str, Any]):
    """Draws by name, as arrays (chains, draws, ...) on one table of numbers."""

    def __init__(
        self, model: Model, data: _engine.Data, table: np.ndarray, layout: list[Any], columns: list[str]
    ) -> None:
        self._model = model
        self._data = data
        self._table = table
        self.columns = columns
        self._sampler = {name: place for place, name in enumerate(columns) if name.endswith("__")}
        self._variables = Variables(layout, table)

    @property
    def model(self) -> Model:
        """The model that the draws are of."""
        return self._model

    @property
    def chains(self) -> int:
        """The number of chains."""
        return int(self._table.shape[0])

    @property
    def draws_per_chain(self) -> int:
        """The number of draws of each chain."""
        return int(self._table.shape[1])

    @property
    def table(self) -> np.ndarray:
        """All draws with all columns, (chains, draws, columns), read-only: what the variables are views of."""
        return self._table

    @property
    def sample_stats(self) -> dict[str, np.ndarray]:
        """What a method says of each draw, by the names of its columns (``lp__``), each (chains, draws)."""
        return {name: self._table[:, :, place] for name, place in self._sampler.items()}

    def __getitem__(self, name: str) -> Any:
        if name in self._sampler:
            return self._table[:, :, self._sampler[name]]
        return self._variables[name]

    def __contains__(self, name: object) -> bool:
        return name in self._sampler or name in self._variables._nodes

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def block(self, name: str) -> str:
        """The block of the program in which a variable is declared: "parameters", for one."""
        return self._variables.block(name)

    def flat(self) -> dict[str, np.ndarray]:
        """Every variable as one array; tuples as their parts, ``t:1`` and so on."""
        return self._variables.flat()

    def to_xarray(self, coords: Mapping[str, Any] | None = None, dims: Mapping[str, Any] | None = None) -> Any:
        """The draws as an ``xarray.Dataset`` with the dimensions ``chain``, ``draw`` and those of the variables.

        ``dims`` gives names to the dimensions of variables, ``coords`` labels to dimensions.
        """
        return _arviz.dataset(self.flat(), *self._labels(coords, dims))

    def to_arviz(
        self,
        *,
        posterior_predictive: str | Sequence[str] | None = None,
        log_likelihood: str | Sequence[str] | None = None,
        prior: Any = None,
        coords: Mapping[str, Any] | None = None,
        dims: Mapping[str, Any] | None = None,
    ) -> Any:
        """Everything for ArviZ: an ``InferenceData`` (ArviZ 0.x) or an ``xarray.DataTree`` (ArviZ 1).

        Generated quantities named in ``posterior_predictive`` and ``log_likelihood`` go to these groups; if nothing
        is said, those whose names end in ``_rep``, ``_pred`` or ``_tilde``, and those that begin with ``log_lik``.
        Data that the program gives a distribution to are observed, others constant. ``prior`` takes what
        :meth:`Model.simulate` gives.
        """
        return _arviz.tree(self, posterior_predictive, log_likelihood, prior, *self._labels(coords, dims))

    def _labels(
        self, coords: Mapping[str, Any] | None, dims: Mapping[str, Any] | None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        return {**self._model.coords, **(coords or {})}, {**self._model.dims, **(dims or {})}

    def _warmup(self) -> Variables | None:
        return None


class Fit(Draws):
    """Draws of the posterior, what the sampler says of them, and how far they can be trusted.

    >>> fit = eight_schools.sample(schools, seed=1)
    >>> fit["theta"].shape
    (4, 1000, 8)
    >>> bool(fit["mu"].mean() > 0)
    True
    >>> fit.warnings
    []
    """

    def __init__(self, model: Model, data: _engine.Data, engine: _engine.Fit, options: Mapping[str, Any]) -> None:
        super().__init__(model, data, engine.draws(), engine.layout(), engine.columns())
        self._engine = engine
        self._options = dict(options)
        self._summary: Summary | None = None

    def summary(self) -> Summary:
        """Mean, error, quantiles, effective sample sizes and R-hat of every number; prints as a table.

        >>> eight_schools.sample(schools, seed=1).summary()["mu"].rhat < 1.02
        True
        """
        if self._summary is None:
            text = self._engine.summary_text(_SHOWN, 3)
            self._summary = Summary(self._engine.summary(), text, self.warnings)
        return self._summary

    @property
    def warnings(self) -> list[Warning]:
        """What to worry about and what to try; empty if nothing."""
        return [Warning(*warning) for warning in self._engine.warnings()]

    @property
    def notes(self) -> list[str]:
        """What else was said about the run, of generated quantities that failed for one."""
        return self._engine.notes()

    @property
    def account(self) -> str:
        """What was integrated out and what was sampled, in one line or two."""
        return self._engine.account()

    @property
    def is_interrupted(self) -> bool:
        """Sampling was stopped (Ctrl-C); the draws until then are here."""
        return self._engine.is_interrupted()

    @property
    def seed(self) -> int:
        """The seed, given or drawn: the same seed gives the same draws."""
        return self._engine.seed()

    @property
    def gradients(self) -> int:
        """Log density evaluations with gradient, over all chains, warm-up included."""
        return self._engine.gradients()

    @property
    def timings(self) -> dict[str, float]:
        """Seconds of preparation by stage, then of warm-up and sampling summed over chains."""
        return self._engine.timings()

    @property
    def step_size(self) -> np.ndarray:
        """The step size of each chain after warm-up."""
        return np.array(self._engine.step_sizes())

    @property
    def inverse_metric(self) -> list[np.ndarray]:
        """The inverse metric of each chain after warm-up, as the sampler has it."""
        return self._engine.inverse_metrics()

    def to_json(self) -> str:
        """Summary, statistics of the sampler, timings and warnings, as ``autumn sample --summary`` writes them."""
        return self._engine.to_json()

    def save(
        self,
        directory: str | os.PathLike[str],
        *,
        format: str = "csv",  # noqa: A002
        sig_figs: int = 8,
        force: bool = False,
    ) -> None:
        """Writes ``chain_1.csv``, ... as ``autumn sample --output`` does: CmdStan's format, or ``"binary"``.

        ``force`` replaces files that are there.
        """
        if not isinstance(directory, (str, os.PathLike)):
            raise TypeError(f"the directory must be a path, got {directory!r}")
        self._engine.save(
            os.fspath(directory), _plain_options({"format": format, "sig_figs": sig_figs, "force": force})
        )

    def report(self, path: str | os.PathLike[str] | None = None, *, force: bool = False) -> str:
        """One HTML page of all that is known: summary, warnings, plots, and what was integrated out and why.

        It needs no network, and is written to ``path`` if that is given. ``force`` replaces a file that is there.

        >>> eight_schools.sample(schools, seed=1).report().startswith("<!doctype html>")
        True
        """
        page = self._engine.page(self._data, self._model.name, self._call())
        if path is not None:
            with open(path, "w" if force else "x", encoding="utf-8") as file:  # noqa: PTH123
                file.write(page)
        return page

    def _call(self) -> str:
        """What makes the run again; where its files go and how many threads it had does not matter."""
        other = {"seed", "output", "format", "sig_figs", "force", "threads", "radius", "init"}
        given = {name: value for name, value in self._options.items() if name not in other}
        words = ["data"] if self._model._takes_data else []
        words += [f"{name}={value!r}" for name, value in {"seed": self.seed, **given}.items()]
        if "radius" in self._options:
            words.append(f"init={self._options['radius']!r}")
        if "init" in self._options:  # values of parameters, which may be many
            words.append("init=init")
        return f"model.sample({', '.join(words)})"

    def _warmup(self) -> Variables | None:
        table = self._engine.warmup()
        return Variables(self._engine.layout(), table) if table.size else None

    def __repr__(self) -> str:
        names = ", ".join(self) or "no variables"
        state = " (interrupted)" if self.is_interrupted else ""
        return (
            f"<autumn.Fit of {self._model.name}: {self.chains} chains of {self.draws_per_chain} draws{state}: {names}>"
        )

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.account)}</p>" + self.summary()._repr_html_()


class Approximation(Draws):
    """Draws from an approximation (Laplace, Pathfinder, ADVI), or the point of an optimizer, as one chain.

    ``info`` has what the method says of itself.
    """

    def __init__(self, model: Model, data: _engine.Data, result: dict[str, Any]) -> None:
        columns = result.pop("columns")
        layout = result.pop("layout")
        rows = result.pop("rows")
        super().__init__(model, data, rows[np.newaxis], layout, columns)
        self.info: dict[str, Any] = result

    @property
    def seed(self) -> int:
        """The seed, given or drawn."""
        return int(self.info["seed"])

    def __repr__(self) -> str:
        kind = type(self).__name__
        return f"<autumn.{kind} of {self._model.name}: {self.draws_per_chain} draws: {', '.join(self)}>"


class Optimum(Approximation):
    """A mode: ``optimum["mu"]`` is its value, an array of the shape of the variable.

    >>> model = autumn.Model(stan_code="parameters { vector[2] x; } model { x ~ normal(3, 1); }")
    >>> best = model.optimize(seed=1)
    >>> best["x"].round(3).tolist()
    [3.0, 3.0]
    >>> round(best.log_density, 4)
    -1.8379
    """

    @property
    def log_density(self) -> float:
        """The log density there."""
        return float(self.info["log_density"])

    def __getitem__(self, name: str) -> Any:
        return _last(super().__getitem__(name))

    def path(self, name: str) -> Any:
        """The values at every iteration that was saved."""
        return _first_chain(super().__getitem__(name))

    def __repr__(self) -> str:
        return f"<autumn.Optimum of {self._model.name}: {', '.join(self)}; log density {self.log_density:.6g}>"


def _last(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_last(part) for part in value)
    return value[0, -1]


def _first_chain(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_first_chain(part) for part in value)
    return value[0]


class Generated(Draws):
    """Generated quantities of draws that were there."""

    def __init__(self, model: Model, data: _engine.Data, chains: list[dict[str, Any]]) -> None:
        table = np.stack([chain["rows"] for chain in chains])
        super().__init__(model, data, table, chains[0]["layout"], chains[0]["columns"])

    def __repr__(self) -> str:
        return f"<autumn.Generated of {self._model.name}: {', '.join(self)}>"


class Simulation(NamedTuple):
    """Data that the program itself has made, with the parameters that they were made with."""

    data: dict[str, np.ndarray]
    truth: dict[str, np.ndarray]


class Calibration:
    """What simulation-based calibration found: ranks of true values among draws, uniform if all is right."""

    def __init__(self, result: dict[str, Any]) -> None:
        self._result = result

    @property
    def ranks(self) -> dict[str, np.ndarray]:
        """The rank of the truth in every run, by variable; ``log_joint__`` is the log density of both."""
        return {name: np.array(ranks) for name, ranks in self._result["ranks"].items()}

    @property
    def p_values(self) -> dict[str, float]:
        """How likely ranks are that are as far from uniform, by variable."""
        return dict(self._result["p_values"])

    @property
    def is_calibrated(self) -> bool:
        """Enough runs, and ranks that are uniform as far as these tell."""
        return bool(self._result["is_calibrated"])

    @property
    def divergences(self) -> int:
        """Divergent transitions of all runs."""
        return int(self._result["divergences"])

    @property
    def draws(self) -> int:
        """How many draws the truth is ranked among."""
        return int(self._result["draws"])

    @property
    def runs(self) -> int:
        """How many simulations there were."""
        return int(self._result["runs"])

    def to_json(self) -> str:
        """The report, as ``autumn sbc --output`` writes it."""
        return str(self._result["json"])

    def to_svg(self) -> str:
        """A histogram of the ranks of each variable."""
        return str(self._result["svg"])

    def __str__(self) -> str:
        return str(self._result["text"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>" + self.to_svg()
