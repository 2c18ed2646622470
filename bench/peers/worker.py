"""One peer on one program, in a process of its own (see bench/peers.py): prints a line of JSON.

    worker.py gradient PROGRAM DATA POINT
    worker.py stanli|nutpie PROGRAM DATA SEED
"""
import json
import pathlib
import sys
import time

import arviz
import numpy as np
import nutpie
import stanli

LEAST = 1e-6  # seconds: less cannot be told from the noise of a call
SMALLEST = "parameters { real x; } model { x ~ std_normal(); }"


def gradient(program: str, data: str, at: str) -> dict[str, float]:
    """Microseconds of a log density with its gradient, without what a call from Python takes; milliseconds from the program to the first of them."""
    call = seconds(stanli.Model(stan_code=SMALLEST, data="{}"), np.array([0.1]))
    start = time.process_time()
    model = stanli.Model(program, data=data, threads_per_chain=1)
    # Of many dimensions `autumn bench` does not tell the point; gradients of such programs hardly depend on it.
    point = np.array(json.loads(pathlib.Path(at).read_text()) or [0.1] * model.n_unconstrained)
    model.log_prob_grad(point)
    prepared = time.process_time() - start
    took = seconds(model, point) - call
    return {"microseconds": 1e6 * took if took > LEAST else 0.0, "prepared": 1e3 * prepared}


def seconds(model: stanli.Model, point: np.ndarray) -> float:
    """The smallest of twenty batches."""
    batch, took = 1, 0.0
    while took < 0.005:
        batch *= 2
        took = timed(model, point, batch)
    return min(timed(model, point, batch) / batch for _ in range(20))


def timed(model: stanli.Model, point: np.ndarray, count: int) -> float:
    start = time.perf_counter()  # that of the process may tick in milliseconds
    for _ in range(count):
        model.log_prob_grad(point)
    return time.perf_counter() - start


def of_stanli(program: str, data: str, seed: int) -> float:
    model = stanli.Model(program, data=data, threads_per_chain=1)
    fit = model.sample(chains=2, seed=seed, warmup=1000, samples=1000, parallel_chains=1, refresh=0)
    ess = np.asarray(fit.summary().ess_bulk, dtype=float)
    return float(np.nanmin(ess))


def of_nutpie(program: str, data: str, seed: int) -> float:
    """Unconstrained coordinates: nutpie sees only the density."""
    model = stanli.Model(program, data=data, threads_per_chain=1)
    size = model.n_unconstrained

    def make_density():
        def density(x):
            try:
                return model.log_prob_grad(np.ascontiguousarray(x))
            except Exception as failure:
                raise ValueError("rejected") from failure

        return density

    compiled = nutpie.compiled_pyfunc.from_pyfunc(ndim=size, make_logp_fn=make_density, make_expand_fn=lambda *_: lambda x: {"x": np.asarray(x)},
                                                  expanded_dtypes=[np.dtype("float64")], expanded_shapes=[(size,)], expanded_names=["x"])
    trace = nutpie.sample(compiled, draws=1000, tune=1000, chains=2, cores=1, seed=seed, progress_bar=False)
    return float(arviz.ess(trace)["x"].min())


def main() -> None:
    kind, program, data, *rest = sys.argv[1:]
    start = time.process_time()
    if kind == "gradient":
        print(json.dumps(gradient(program, data, rest[0])))
        return
    found = (of_stanli if kind == "stanli" else of_nutpie)(program, data, int(rest[0]))
    print(json.dumps({"ess": found, "start": start}))


if __name__ == "__main__":
    main()
