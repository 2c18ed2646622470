#!/usr/bin/env python3
"""Writes NAME.json for models under models/posteriors into tests/models/data/approximations: what Stan's own Laplace
approximation, Pathfinder and ADVI find.

Run it by hand, with Stan from PyPI; nothing of this is needed by the tests.

    python3.11 -m venv venv && venv/bin/pip install httpstan==4.13.0 setuptools numpy
    venv/bin/python make_approximations.py FOLDER [NAME ...]

Stan's algorithms are the headers stan/services that httpstan 4.13.0 carries (Stan 2.35.0); approximations_driver.cpp
calls them, with the defaults of CmdStan. It is compiled once, every model once, into FOLDER, where the outcome of every
run is kept too: what is there is not run again. All of it takes about an hour on one processor.

The Laplace approximation is taken where Stan's L-BFGS with jacobian=1 ends, from the start of tests/models/data/modes.
Its Hessian is stored where the dimension is at most 20, row by row of the lower triangle; hmm_example has none, because
Stan has simplexes in other coordinates since 2.37. `quantiles` are those of the draws. Where L-BFGS gives up with a
steep gradient there is no mode (the standard deviation of centred groups goes to zero): `no_mode` has what it said.

Pathfinder (one path, and four that are resampled) and ADVI are run with many seeds, each from a random start of its own.
`quantiles` are those over the runs that did not fail: of the ELBO, and of the means and standard deviations of 1000
draws. There are 19, at 5%, 10%, ..., 95%: the smallest values at or below which that share lies. Numbers that are not
finite count as the largest.

Two lines of Stan's Pathfinder are mended first, because they do not do what its paper says (Zhang et al., 2022,
algorithms 3 and 4); both stand in Stan 2.35.0.
- The gradient at the start is that of the log density, where all later ones have the other sign. The first change of
  gradients is a sum then, has no curvature, and makes the approximations wrong as long as it is in the history.
- With more dimensions than twice the history, draws are made by I + Q (L - I) Q' with a triangular L, whose
  covariance is right if L is the lower Cholesky factor of its inner matrix. Stan takes the upper one.
With `STAN_AS_IT_IS=1` in the environment the header stays as it is.
"""
import json
import math
import os
import pathlib
import subprocess
import sys

import httpstan.models

from make_reference import LIBRARIES, stan_version, translate

HERE = pathlib.Path(__file__).resolve().parent
MODELS = HERE.parent.parent / "models" / "posteriors"
STARTS = HERE.parent / "models" / "data" / "modes"
REFERENCES = HERE.parent / "models" / "data" / "approximations"
PACKAGE = httpstan.models.PACKAGE_DIR
FLAGS = ["-O1", "-std=c++17", "-w", "-g0", "-DBOOST_DISABLE_ASSERTS", "-DBOOST_PHOENIX_NO_VARIADIC_EXPRESSION",
         "-DSTAN_THREADS", "-D_REENTRANT", "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{PACKAGE}/include"]
# The most runs of a method, and the seconds after which there are no more.
RUNS = {"pathfinder": (200, 20), "multipath": (100, 20), "meanfield": (100, 30), "fullrank": (100, 30)}
DRAWS = 20000
MOST_PARAMETERS = 10
LARGEST_HESSIAN = 20
OTHER_COORDINATES = {"hmm_example"}
LARGEST = 1e308
STEEP = 1.0
CORRECTIONS = [("            .matrixL()\n            .transpose();\n", "            .matrixL();\n"),
               ("  stan::model::log_prob_grad<true, true>(model, prev_params, prev_grads);\n",
                "  stan::model::log_prob_grad<true, true>(model, prev_params, prev_grads);\n  prev_grads *= -1;\n")]
AS_IT_IS = os.environ.get("STAN_AS_IT_IS", "0") == "1"


def corrected_headers(work):
    """A folder with Pathfinder's header as the paper has it, to be looked into first."""
    inside = pathlib.Path("stan/services/pathfinder/single.hpp")
    text = (PACKAGE / "include" / inside).read_text()
    (work / "include" / inside).parent.mkdir(parents=True, exist_ok=True)
    for wrong, right in CORRECTIONS:
        assert text.count(wrong) == 1
        text = text.replace(wrong, right)
    (work / "include" / inside).write_text(text)
    return work / "include"


def compiled(name, work):
    """The executable of a model."""
    driver, header, program = work / "driver.o", work / "stan_headers.hpp", work / name
    if not driver.exists():
        first = [] if AS_IT_IS else [f"-I{corrected_headers(work)}"]
        subprocess.run(["g++", *first, *FLAGS, "-c", HERE / "approximations_driver.cpp", "-o", driver], check=True)
        header.write_text("#include <stan/model/model_header.hpp>\n")
        subprocess.run(["g++", *FLAGS, "-x", "c++-header", header, "-o", f"{header}.gch"], check=True)
    if not program.exists():
        source, model = work / f"{name}.cpp", work / f"{name}.o"
        source.write_text(translate((MODELS / name / f"{name}.stan").read_text(), f"{name}_model"))
        subprocess.run(["g++", *FLAGS, "-include", header, "-c", source, "-o", model], check=True)
        subprocess.run(["g++", model, driver, f"-L{PACKAGE}/lib", *LIBRARIES, f"-Wl,-rpath,{PACKAGE}/lib",
                        "-o", program], check=True)
    return program


def outcome(name, method, work, words):
    """The lines of the driver, from the file they are kept in."""
    kept = work / f"{name}.{method}.out"
    if not kept.exists():
        program = compiled(name, work)
        command = [program, method, MODELS / name / "data.json", *map(str, words)]
        unfinished = kept.with_suffix(".part")
        with open(unfinished, "w") as file:
            subprocess.run(command, stdout=file, check=True)
        unfinished.rename(kept)
    return [json.loads(line) for line in kept.read_text().splitlines()]


def start_of(name, work):
    """The start of the modes; the densities without one start where nothing is told."""
    start = STARTS / f"{name}.start.json"
    if start.exists():
        return start
    nothing = work / "nothing.json"
    nothing.write_text("{}\n")
    return nothing


def quantiles(values):
    ordered = sorted(value if math.isfinite(value) else LARGEST for value in values)
    return [float(f"{ordered[math.ceil(len(ordered) * j / 20) - 1]:.6g}") for j in range(1, 20)]


def chosen(parameters):
    """All parameters, or the lone ones and some elements of the others."""
    if len(parameters) <= MOST_PARAMETERS:
        return parameters
    lone = [name for name in parameters if "." not in name][:MOST_PARAMETERS // 2]
    rest = [name for name in parameters if "." in name]
    count = MOST_PARAMETERS - len(lone)
    return lone + [rest[(len(rest) - 1) * k // (count - 1)] for k in range(count)]


def laplace(name, work):
    head, *draws = outcome(name, "laplace", work, [start_of(name, work), DRAWS])
    parameters = head["parameters"]
    said = {"optimized": int(head["optimized"]), "messages": [line.strip() for line in head["messages"][1:]]}
    columns = {column: [row[k] for row in draws] for k, column in enumerate(head["names"])}
    if said["optimized"] != 0 and max(map(abs, head["gradient"])) > STEEP:
        return {"no_mode": said}, parameters
    dimension = len(head["gradient"])
    hessian = head["hessian"] if dimension <= LARGEST_HESSIAN and name not in OTHER_COORDINATES else []
    triangle = [float(f"{hessian[i * dimension + j]:.9g}") for i in range(dimension if hessian else 0) for j in range(i + 1)]
    gains = [x - head["lp"] for x in columns["log_p__"]]
    found = {"log_p": quantiles(gains), "log_q": quantiles(columns["log_q__"])}
    found |= {column: quantiles(columns[column]) for column in chosen(parameters)}
    return {**said, "columns": parameters, "mode": head["mode"][:len(parameters)], "hessian": triangle,
            "count": len(draws), "quantiles": found}, parameters


def spread(name, method, work, parameters):
    """Quantiles over the runs of a method."""
    runs = outcome(name, method, work, [1, *RUNS[method]])
    good = [run for run in runs if run["code"] == 0]
    found = {}
    for single in ("elbo", "eta", "iterations", "pareto_k"):
        if good and single in good[0]:
            found[single] = quantiles([run[single] for run in good])
    for column in chosen(parameters) if good else []:
        for kind in ("mean", "sd"):
            found[f"{kind} {column}"] = quantiles([run[kind][run["names"].index(column)] for run in good])
    return {"count": len(good), "failed": len(runs) - len(good), "quantiles": found}


def make(name, work):
    reference = {"posterior": name, "stan": stan_version()}
    reference["laplace"], parameters = laplace(name, work)
    for method in RUNS:
        reference[method] = spread(name, method, work, parameters)
    print(name, reference["laplace"].get("no_mode", ""),
          *(f"{method}: {reference[method]['count']} and {reference[method]['failed']} failed" for method in RUNS), flush=True)
    return reference


def text_of(value, indent=""):
    """JSON with a line for every list."""
    if not isinstance(value, dict):
        return json.dumps(value)
    deeper = indent + " "
    lines = [f"{deeper}{json.dumps(name)}: {text_of(item, deeper)}" for name, item in value.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def main():
    work = pathlib.Path(sys.argv[1]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    REFERENCES.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or sorted(path.name for path in MODELS.iterdir() if path.is_dir()):
        (REFERENCES / f"{name}.json").write_text(text_of(make(name, work)) + "\n")


if __name__ == "__main__":
    main()
