#!/usr/bin/env python3
"""Writes NAME.start.json and NAME.mode.json for models under models/posteriors, into tests/models/data/modes.

Run it by hand, with Stan from PyPI; nothing of this is needed by the tests.

    python3.11 -m venv venv && venv/bin/pip install httpstan==4.13.0 setuptools "numpy<2" "scipy<1.13"
    venv/bin/python make_modes.py [NAME ...]

A mode is the largest value of a density near a start. The density is that of `optimize` with jacobian=0: Stan's
log_prob without the log Jacobians of the transforms. Optimizers of SciPy start at a point drawn on the
unconstrained scale, uniformly in (-2, 2): L-BFGS-B, then BFGS, then steps of Newton's method with differences of
Stan's gradients, until nothing is gained. Both points are written on the declared scale, as CmdStan reads them; what is
printed are the dimension, the log densities at both, without constants, and the norm of the gradient at the mode.

Models whose density has no largest value are left out: standard deviations of groups go to zero there.
"""
import json
import pathlib
import random
import sys

import numpy
import scipy.optimize

from make_reference import compiled, declared_values, dimension_of, stan_version

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent.parent / "models" / "posteriors"
MODES = HERE.parent / "models" / "data" / "modes"
UNBOUNDED = {"eight_schools_centered", "radon_variable_intercept_centered"}
STARTS = 20


class Density:
    def __init__(self, model, data):
        self.model, self.data = model, data

    def value(self, x):
        try:
            value = self.model.log_prob(self.data, list(x), False)
        except (RuntimeError, ValueError):
            return -numpy.inf
        return value if numpy.isfinite(value) else -numpy.inf

    def gradient(self, x):
        try:
            return numpy.array(self.model.log_prob_grad(self.data, list(x), False))
        except (RuntimeError, ValueError):
            return numpy.full(len(x), numpy.nan)

    def hessian(self, x):
        step = 1e-5 * numpy.maximum(1, numpy.abs(x))
        columns = [(self.gradient(x + e) - self.gradient(x - e)) / (2 * h)
                   for h, e in zip(step, numpy.diag(step))]
        matrix = numpy.array(columns)
        return (matrix + matrix.T) / 2


def climb(density, start):
    """The mode that SciPy finds from this start."""
    x = start
    for method, options in (("L-BFGS-B", {"maxiter": 20000, "maxfun": 100000, "ftol": 1e-15, "gtol": 1e-10}),
                            ("BFGS", {"maxiter": 2000, "gtol": 1e-9})):
        found = scipy.optimize.minimize(lambda at: min(-density.value(at), 1e300), x,
                                        jac=lambda at: numpy.nan_to_num(-density.gradient(at)),
                                        method=method, options=options)
        x = found.x if density.value(found.x) >= density.value(x) else x
    for _ in range(50):
        values, vectors = numpy.linalg.eigh(-density.hessian(x))
        step = vectors @ ((vectors.T @ density.gradient(x)) / numpy.maximum(numpy.abs(values), 1e-14 * max(abs(values))))
        before = density.value(x)
        share = next((s for s in 0.5 ** numpy.arange(30) if density.value(x + s * step) > before), None)
        if share is None:
            break
        x = x + share * step
        if density.value(x) - before < 1e-12 * max(1, abs(before)):
            break
    return x


def parameters_of(model, data, size):
    """Name and dimensions of the parameters: those that fill the first `size` values."""
    found = []
    for name, dims in zip(model.get_param_names(data), model.get_dims(data)):
        if size <= 0:
            break
        size -= int(numpy.prod(dims))
        found.append({"name": name, "dims": dims})
    return found


def make(name):
    code = (MODELS / name / f"{name}.stan").read_text()
    data = json.loads((MODELS / name / "data.json").read_text())
    model, _, _ = compiled(code)
    density = Density(model, data)
    dimension = dimension_of(model, data)
    parameters = parameters_of(model, data, len(model.write_array(data, [0.1] * dimension, False, False)))
    generator = random.Random(name)
    for _ in range(STARTS):
        start = numpy.array([generator.uniform(-2, 2) for _ in range(dimension)])
        if numpy.isfinite(density.value(start)) and numpy.all(numpy.isfinite(density.gradient(start))):
            break
    mode = climb(density, start)
    print(name, dimension, density.value(start), density.value(mode), numpy.linalg.norm(density.gradient(mode)), flush=True)
    return {"start": declared_values(model, data, parameters, list(start)),
            "mode": declared_values(model, data, parameters, list(mode))}


def main():
    chosen = sys.argv[1:] or sorted(path.name for path in MODELS.iterdir() if path.is_dir() and path.name not in UNBOUNDED)
    MODES.mkdir(parents=True, exist_ok=True)
    print(f"Stan {stan_version()}")
    for name in chosen:
        for kind, point in make(name).items():
            (MODES / f"{name}.{kind}.json").write_text(json.dumps(point) + "\n")


if __name__ == "__main__":
    main()
