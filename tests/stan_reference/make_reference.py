#!/usr/bin/env python3
"""Writes reference/NAME.json for every programs/NAME.stan: what Stan itself says at five points.

Run it by hand, with Stan from PyPI; nothing of this is needed by the tests.

    python3.11 -m venv venv && venv/bin/pip install httpstan==4.13.0 setuptools
    venv/bin/python make_reference.py [NAME ...]

httpstan 4.13.0 carries Stan 2.35.0 (Stan Math 4.9.0), whose simplexes are stick-breaking. Each
program is compiled once, about half a minute, and kept in the cache of httpstan.

A point is drawn on the unconstrained scale, uniformly in (-1.2, 1.2), written on the declared scale
with 17 digits, and read back by Stan; all numbers are taken at the point read back, so whoever starts from
the declared values stands at the same point, unit vectors included. Arrays are nested row by row as in
the JSON of CmdStan. `unconstrained` and the gradients are in Stan's own order. The log density is the one of
sampling: `~` drops constants, so only differences between points mean something.
"""
import asyncio
import contextlib
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import httpstan.compile
import httpstan.models

HERE = pathlib.Path(__file__).resolve().parent
POINTS = 5
RADIUS = 1.2
# How many of the last indices of a declared type make up one item.
RANKS = {"real": 0, "vector": 1, "row_vector": 1, "simplex": 1, "ordered": 1, "positive_ordered": 1,
         "unit_vector": 1, "matrix": 2, "cholesky_factor_corr": 2, "cholesky_factor_cov": 2,
         "corr_matrix": 2, "cov_matrix": 2}


def stan_version():
    text = (pathlib.Path(httpstan.models.PACKAGE_DIR) / "include/stan/version.hpp").read_text()
    return ".".join(re.search(rf"STAN_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def translate(code, name):
    """As httpstan does it, but without pedantic warnings (stanc 2.35 crashes on them for `functions`)
    and without its limit of one second."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.stan"
        path.write_text(code)
        stanc = httpstan.models.PACKAGE_DIR / "stanc"
        run = subprocess.run([stanc, "--name", name, "--print-cpp", path], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return run.stdout, run.stderr


def compiled(code):
    name = httpstan.models.calculate_model_name(code)
    try:
        return httpstan.models.import_services_extension_module(name)
    except KeyError:
        httpstan.compile.compile = translate
        flags = ["-O1", "-std=c++14", "-w", "-g0"]
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # it leaves a `build`
            asyncio.run(httpstan.models.build_services_extension_module(code, flags))
        return httpstan.models.import_services_extension_module(name)


def declared_types(code):
    """The type keyword of every parameter."""
    block = re.search(r"^parameters \{\n(.*?)^\}", code, re.M | re.S)[1]
    declaration = r"^ +(?:array\[[^\]]*\] )?(\w+).*?(\w+);$"
    return {name: keyword for keyword, name in re.findall(declaration, block, re.M)}


def parameters_of(model, data, code, size):
    """Name, dimensions and item rank of the parameters: those that fill the first `size` values."""
    types = declared_types(code)
    found = []
    for name, dims in zip(model.get_param_names(data), model.get_dims(data)):
        if size <= 0:
            break
        size -= math.prod(dims)
        found.append({"name": name, "type": types[name], "dims": dims, "item_rank": RANKS[types[name]]})
    assert size == 0 and len(found) == len(types)
    return found


def nested(flat, dims):
    """Rows of rows from values whose first index runs fastest."""
    if not dims:
        return flat[0]
    return [nested(flat[i::dims[0]], dims[1:]) for i in range(dims[0])]


def declared_values(model, data, parameters, free):
    flat = model.write_array(data, free, False, False)
    values = {}
    for parameter in parameters:
        size = math.prod(parameter["dims"])
        values[parameter["name"]] = nested(flat[:size], parameter["dims"])
        flat = flat[size:]
    return values


def evaluate(model, data, parameters, generator, dimension):
    drawn = [generator.uniform(-RADIUS, RADIUS) for _ in range(dimension)]
    values = declared_values(model, data, parameters, drawn)
    free = model.transform_inits(data, values)
    point = {
        "values": values,
        "unconstrained": free,
        "log_density": model.log_prob(data, free, True),
        "gradient": model.log_prob_grad(data, free, True),
        "log_density_without_jacobian": model.log_prob(data, free, False),
        "gradient_without_jacobian": model.log_prob_grad(data, free, False),
    }
    numbers = point["gradient"] + [point["log_density"]]
    assert all(math.isfinite(x) for x in numbers), numbers
    return point


def dimension_of(model, data):
    """Stan refuses every vector of the wrong length, and says nothing about the right one."""
    for dimension in range(1, 500):
        try:
            model.log_prob(data, [0.1] * dimension, True)
        except RuntimeError as error:
            if "number of parameters does not match" in str(error):
                continue
        return dimension
    raise ValueError("no dimension below 500 fits")


def make(path):
    code = path.read_text()
    data = json.loads(path.with_suffix("").with_suffix(".data.json").read_text())
    model = compiled(code)
    dimension = dimension_of(model, data)
    size = len(model.write_array(data, [0.1] * dimension, False, False))
    parameters = parameters_of(model, data, code, size)
    generator = random.Random(path.stem)
    points = [evaluate(model, data, parameters, generator, dimension) for _ in range(POINTS)]
    return {"program": path.stem, "stan": stan_version(), "httpstan": httpstan.__version__,
            "constants_of_tilde": "dropped", "parameters": parameters, "points": points}


def main():
    chosen = sys.argv[1:] or sorted(path.stem for path in (HERE / "programs").glob("*.stan"))
    for name in chosen:
        reference = make(HERE / "programs" / f"{name}.stan")
        points = ",\n".join(json.dumps(point) for point in reference.pop("points"))
        head = json.dumps(reference)[:-1]
        (HERE / "reference").mkdir(exist_ok=True)
        (HERE / "reference" / f"{name}.json").write_text(f'{head},\n"points": [\n{points}]}}\n')
        print(name, flush=True)


if __name__ == "__main__":
    main()
