#!/usr/bin/env python3
"""Writes reference/NAME.json for every programs/NAME.stan: what Stan itself says at some points.

Run it by hand, with Stan from PyPI; nothing of this is needed by the tests.

    python3.11 -m venv venv && venv/bin/pip install httpstan==4.13.0 setuptools
    venv/bin/python make_reference.py [NAME ...]

httpstan 4.13.0 carries Stan 2.35.0 (Stan Math 4.9.0), whose simplexes are stick-breaking. Each
program is compiled once, about ten seconds with Stan's headers compiled before, and kept in the cache of httpstan.

A point is drawn on the unconstrained scale, uniformly in (-1.2, 1.2), written on the declared scale
with 17 digits, and read back by Stan; all numbers are taken at the point read back, so whoever starts from
the declared values stands at the same point, unit vectors included. Arrays are nested row by row as in
the JSON of CmdStan. `unconstrained` and the gradients are in Stan's own order. The log density is the one of
sampling: `~` drops constants, so only differences between points mean something.

Five points are drawn, and twelve for programs whose name begins with `flow_`: their ways depend on the
parameters. There a point that Stan refuses is kept, with its message in `refused` in place of the numbers. The
statements of the model that no point has reached are printed, with how many different ways the points took:
the C++ code that stanc writes is made to count its statements.
"""
import collections
import ctypes
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import sysconfig
import tempfile

import httpstan.cache
import httpstan.models

HERE = pathlib.Path(__file__).resolve().parent
POINTS = 5
POINTS_OF_FLOW = 12
FLAGS = ["-O0", "-std=c++14", "-w", "-g0", "-fPIC", "-DBOOST_DISABLE_ASSERTS",
         "-DBOOST_PHOENIX_NO_VARIADIC_EXPRESSION", "-DSTAN_THREADS", "-D_REENTRANT",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{httpstan.models.PACKAGE_DIR}/include",
         f"-I{sysconfig.get_paths()['include']}"]
LIBRARIES = ["-lsundials_cvodes", "-lsundials_idas", "-lsundials_nvecserial", "-ltbb"]
COUNTER = """extern "C" { long statements_reached[4096]; }
static inline int reached(int k) { ++statements_reached[k]; return k; }
"""
RADIUS = 1.2
# How many of the last indices of a declared type make up one item.
RANKS = {"real": 0, "vector": 1, "row_vector": 1, "simplex": 1, "ordered": 1, "positive_ordered": 1,
         "unit_vector": 1, "matrix": 2, "cholesky_factor_corr": 2, "cholesky_factor_cov": 2,
         "corr_matrix": 2, "cov_matrix": 2}


def stan_version():
    text = (pathlib.Path(httpstan.models.PACKAGE_DIR) / "include/stan/version.hpp").read_text()
    return ".".join(re.search(rf"STAN_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def translate(code, name):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.stan"
        path.write_text(code)
        stanc = httpstan.models.PACKAGE_DIR / "stanc"
        run = subprocess.run([stanc, "--name", name, "--print-cpp", path], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return run.stdout


def headers(folder):
    """Stan's headers, compiled once."""
    header = folder / "stan_headers.hpp"
    if not header.with_suffix(".hpp.gch").exists():
        folder.mkdir(parents=True, exist_ok=True)
        header.write_text("#include <stan/model/model_header.hpp>\n")
        subprocess.run(["g++", *FLAGS, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)
    return header


def counting(cpp):
    """The C++ code of a model, with a count of every statement that is reached."""
    counted = re.sub(r"current_statement__ = (\d+);", r"current_statement__ = reached(\1);", cpp)
    return counted.replace("#include <stan/model/model_header.hpp>\n",
                           "#include <stan/model/model_header.hpp>\n" + COUNTER, 1)


def compiled(code):
    """The module of a program, as httpstan loads it, and the file it was loaded from."""
    name = httpstan.models.calculate_model_name(code)
    folder = pathlib.Path(httpstan.cache.model_directory(name))
    stem = "model_" + name.split("/")[1]
    library = folder / f"stan_services_{stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    cpp = folder / f"{stem}.cpp"
    if not library.exists():
        folder.mkdir(parents=True, exist_ok=True)
        cpp.write_text(counting(translate(code, stem)))
        package = httpstan.models.PACKAGE_DIR
        subprocess.run(["g++", *FLAGS, "-include", headers(folder.parent / "headers"), "-shared", cpp,
                        package / "stan_services.o", f"-L{package}/lib", *LIBRARIES,
                        f"-Wl,-rpath,{package}/lib", "-o", library], check=True)
    return httpstan.models.import_services_extension_module(name), library, cpp.read_text()


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


class Ways:
    """Which statements of the model the points have reached."""

    def __init__(self, library, cpp):
        self.counts = (ctypes.c_long * 4096).in_dll(ctypes.CDLL(str(library)), "statements_reached")
        lines = cpp.splitlines()
        begin = next(i for i, line in enumerate(lines) if "log_prob_impl(" in line)
        end = next(i for i in range(begin, len(lines)) if "write_array_impl(" in lines[i])
        start_of_class = next(i for i, line in enumerate(lines) if " final : public" in line)
        text = "\n".join(lines[:start_of_class] + lines[begin:end])
        self.statements = sorted({int(k) for k in re.findall(r"= reached\((\d+)\)", text)})
        listed = re.search(r"locations_array__ =\s*\{(.*?)\};", cpp, re.S)[1]
        self.places = re.findall(r"stan', (line .*?)\)", listed)
        self.taken = collections.Counter()
        self.seen = set()

    def begin(self):
        ctypes.memset(self.counts, 0, ctypes.sizeof(self.counts))

    def end(self):
        way = tuple(self.counts[k] for k in self.statements)
        self.taken[way] += 1
        self.seen |= {k for k, count in zip(self.statements, way) if count}

    def text(self):
        missed = [self.places[k - 1] for k in self.statements if k not in self.seen]
        return f"{len(self.taken)} ways" + "".join(f"\n  never reached: {place}" for place in missed)


def evaluate(model, data, parameters, drawn, ways):
    values = declared_values(model, data, parameters, drawn)
    free = model.transform_inits(data, values)
    point = {"values": values, "unconstrained": free}
    ways.begin()
    try:
        point["log_density"] = model.log_prob(data, free, True)
        ways.end()
        point["gradient"] = model.log_prob_grad(data, free, True)
        point["log_density_without_jacobian"] = model.log_prob(data, free, False)
        point["gradient_without_jacobian"] = model.log_prob_grad(data, free, False)
    except (RuntimeError, ValueError) as error:
        return {"values": values, "unconstrained": free, "refused": re.sub(r" \(in .*", "", str(error), flags=re.S)}
    numbers = point["gradient"] + [point["log_density"]]
    if not all(math.isfinite(x) for x in numbers):
        return {"values": values, "unconstrained": free, "refused": f"not finite: {numbers}"}
    return point


def dimension_of(model, data):
    """Stan refuses every vector of the wrong length, and says nothing about the right one."""
    for dimension in range(1, 500):
        try:
            model.log_prob(data, [0.1] * dimension, True)
        except (RuntimeError, ValueError) as error:
            if "number of parameters does not match" in str(error):
                continue
        return dimension
    raise ValueError("no dimension below 500 fits")


def make(path):
    code = path.read_text()
    data = json.loads(path.with_suffix("").with_suffix(".data.json").read_text())
    model, library, cpp = compiled(code)
    ways = Ways(library, cpp)
    dimension = dimension_of(model, data)
    size = len(model.write_array(data, [0.1] * dimension, False, False))
    parameters = parameters_of(model, data, code, size)
    generator = random.Random(path.stem)
    points = []
    flow = path.stem.startswith("flow_")
    for _ in range(POINTS_OF_FLOW if flow else POINTS):
        drawn = [generator.uniform(-RADIUS, RADIUS) for _ in range(dimension)]
        points.append(evaluate(model, data, parameters, drawn, ways))
    refused = [point["refused"] for point in points if "refused" in point]
    assert flow and len(refused) < len(points) - 1 or not refused, refused
    print(f"{path.stem}: {ways.text()}" + "".join(f"\n  refused: {text}" for text in refused), flush=True)
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


if __name__ == "__main__":
    main()
