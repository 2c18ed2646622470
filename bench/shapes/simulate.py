#!/usr/bin/env python3
"""Programs of the shapes on which collapse was measured, with simulated data: writes NAME.json, and programs that are too large for the repository.

    bench/shapes/simulate.py DIRECTORY [--only REGEX]

Run again, it writes the same. The programs beside this file are our own; issue 14 and ../shared/shapes.md say what they are like.
"""
import argparse
import functools
import json
import pathlib
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import asked
import curves
import flows
import grouped
import sampled
import series

HERE = pathlib.Path(__file__).resolve().parent
MIXED = HERE.parent.parent / "models" / "mixed"
Make = Callable[[random.Random], grouped.Data]


@dataclass(frozen=True)
class Shape:
    """A program, in a file or as a text to be made, and its data; models that are one in different words have one seed."""

    name: str
    seed: str
    make: Make
    program: pathlib.Path | None = None
    text: Callable[[], str] | None = None


@dataclass(frozen=True)
class Written:
    name: str
    program: pathlib.Path
    data: pathlib.Path


def of_file(name: str, make: Make, seed: str = "") -> Shape:
    return Shape(name, seed or name, make, HERE / f"{name}.stan")


def of_mixed(name: str) -> Iterator[Shape]:
    yield Shape(f"{name}_centred", name, lambda _: grouped.mixed(name), MIXED / f"{name}.stan")
    yield Shape(f"{name}_noncentred", name, lambda _: grouped.mixed(name), HERE / f"{name}_noncentred.stan")


def of_sizes(seed: str, make: Callable[..., grouped.Data], programs: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Shape]:
    for program in programs:
        for size in sizes:
            yield Shape(f"{program}_{size}", f"{seed} {size}", functools.partial(make, size=size), HERE / f"{program}.stan")


def of_counts(data: str, **options: float) -> Iterator[Shape]:
    for program in ("counts", "counts_noncentred"):
        yield Shape(f"{program}_{data}", f"counts {data}", functools.partial(sampled.counts, **options), HERE / f"{program}.stan")


def of_scalars(count: int) -> Shape:
    return Shape(f"scalars_{count}", "scalars", functools.partial(series.scalars, size=count), text=functools.partial(series.scalars_program, count))


SHAPES: tuple[Shape, ...] = (
    of_file("accel_gp", curves.accel_gp),
    of_file("accel_splines", curves.accel_splines),
    of_file("hierarchical_gp", series.hierarchical_gp),
    of_file("prophet", series.prophet),
    of_file("drivers", series.drivers),
    of_file("diamonds", grouped.diamonds),
    of_file("glmm", grouped.glmm),
    of_file("surgical", grouped.surgical),
    of_file("irt_2pl", grouped.irt_2pl),
    of_file("radon_centred", grouped.radon, "radon"),
    of_file("radon_noncentred", grouped.radon, "radon"),
    *of_mixed("crossed_two"),
    *of_mixed("crossed_three"),
    *of_mixed("nested"),
    *of_sizes("gp", curves.gp, ("gp_latent", "gp_latent_noncentred", "gp_by_hand"), (200, 500)),
    of_file("ar2_latent", series.ar2_latent),
    *of_sizes("season_minus", series.season_minus, ("season_minus",), (30, 2000)),
    *of_sizes("ar1", series.ar1, ("ar1",), (20000,)),
    *of_sizes("fixed_covariance", series.fixed_covariance, ("fixed_covariance",), (200, 1000)),
    *of_sizes("relatives", series.relatives, ("relatives", "relatives_noncentred"), (300,)),
    *of_sizes("multivariate", grouped.multivariate, ("multivariate",), (2, 3)),
    of_file("kronecker_gp", curves.kronecker_gp),
    of_file("gp_many", curves.gp_many),
    *of_sizes("gp_sum", curves.gp, ("gp_sum",), (200,)),
    of_file("gp_basis", curves.gp_basis),
    of_file("missing", grouped.missing),
    of_file("regression", grouped.regression),
    *of_sizes("columns", functools.partial(grouped.regression, rows=1000), ("regression", "ridge", "ridge_intercept"), (24,)),
    of_file("interactions", grouped.interactions),
    of_file("slopes_wishart", grouped.slopes_wishart),
    of_file("gp_exact_function", curves.gp_exact),
    of_file("icar", curves.icar),
    of_file("bym2", curves.bym2),
    of_scalars(4000),
    of_scalars(20000),
    *of_sizes("local_level", series.local_level, ("local_level", "local_level_noncentred"), (1000, 10000, 100000)),
    of_file("lda", sampled.lda),
    of_file("partial_credit", functools.partial(sampled.responses, is_shared=False)),
    of_file("rating_scale", functools.partial(sampled.responses, is_shared=True)),
    of_file("dogs_individual", sampled.dogs),
    of_file("loss_curve", sampled.loss_curve),
    of_file("network", sampled.network),
    of_file("hmm_gaussian", sampled.hmm_gaussian),
    of_file("hmm_drive", sampled.hmm_drive),
    of_file("hmm_inputs", sampled.hmm_inputs),
    of_file("renewal", sampled.renewal),
    of_file("spline_scale", curves.spline_scale, "spline_scale"),
    of_file("spline_scale_noncentred", curves.spline_scale, "spline_scale"),
    *of_counts("weak", size=100, each=1, mean=-0.5, scale=0.3),
    *of_counts("strong", size=50, each=10, mean=3.0, scale=1.0),
    of_file("binomial_funnel", sampled.binomial_funnel),
    of_file("nested_logistic", sampled.nested_logistic),
    of_file("unequal_noise", asked.unequal_noise),
    of_file("noise_by_group", asked.noise_by_group),
    of_file("growing_effects", asked.growing_effects),
    of_file("decaying_effects", asked.decaying_effects),
    of_file("distributional", asked.distributional),
    of_file("correlated_noise", asked.correlated_noise),
    of_file("counts_and_measures", asked.counts_and_measures),
    *of_sizes("delays", asked.exponential_delays, ("exponential_delays",), (60, 200)),
    of_file("gamma_latent", asked.gamma_latent),
    of_file("factors", asked.factors),
    of_file("autoregressive_errors", asked.autoregressive_errors),
    of_file("horseshoe", asked.horseshoe),
    of_file("growth", asked.growth),
    of_file("crossed_sparse", asked.crossed_sparse),
    Shape("crossed_dense", "crossed_dense", asked.crossed_dense, HERE / "crossed_sparse.stan"),
    of_file("crossed_three_sparse", asked.crossed_three_sparse),
    of_file("banana", lambda _: {"width": 0.1}),
    of_file("ill_conditioned", lambda _: {"N": 1000, "level": 500}),
    of_file("stochastic_volatility", series.stochastic_volatility),
    of_file("two_pools", flows.two_pools),
    of_file("absorption", flows.absorption),
    of_file("epidemic", flows.epidemic),
)


def rounded(value: Any) -> Any:
    """Six digits are enough; matrices become shorter."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    return [rounded(v) for v in value] if isinstance(value, list) else value


def write(shape: Shape, folder: pathlib.Path) -> Written:
    data = folder / f"{shape.name}.json"
    if not data.exists():
        made = {k: v if k == "Sigma" else rounded(v) for k, v in shape.make(random.Random(shape.seed)).items()}
        data.write_text(json.dumps(made) + "\n")
    program = shape.program or folder / f"{shape.name}.stan"
    if shape.text and not program.exists():
        program.write_text(shape.text())
    return Written(shape.name, program, data)


def shapes(folder: pathlib.Path, only: str = "") -> list[Written]:
    """Those whose name has a match, written to the folder where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    return [write(shape, folder) for shape in SHAPES if re.search(only, shape.name)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="where the files go")
    parser.add_argument("--only", default="", help="shapes whose name matches this regular expression")
    options = parser.parse_args()
    for written in shapes(options.folder, options.only):
        print(f"{written.name}: {written.program} {written.data}")


if __name__ == "__main__":
    main()
