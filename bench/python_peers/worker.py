"""One system on one model, from its import to ArviZ's summary, in a process of its own (see bench/python_peers.py): prints a line of JSON.

    worker.py SYSTEM EXPERIMENT FORM SEED

Seconds are of the clock; marks count from the first statement of this file, before anything but the standard library is imported.
"""
import json
import pathlib
import sys
import time
from collections.abc import Callable

START = time.perf_counter()
ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "models" / "paper"
CHAINS, WARMUP, DRAWS = 4, 1000, 1000
MARKS: dict[str, float] = {}


def mark(name: str) -> None:
    MARKS[name] = time.perf_counter() - START


def of_autumn(program: str, form: str, data: pathlib.Path, seed: int) -> object:
    import arviz  # noqa: F401
    import autumn

    mark("import")
    model = autumn.Model(program_of(program, form))
    return model.sample(data, chains=CHAINS, warmup=WARMUP, draws=DRAWS, seed=seed, threads=1, progress=False).to_arviz()


def of_stanli(program: str, form: str, data: pathlib.Path, seed: int) -> object:
    import arviz  # noqa: F401
    import stanli

    mark("import")
    model = stanli.Model(str(program_of(program, form)), data=str(data), threads_per_chain=1)
    mark("ready")
    return model.sample(chains=CHAINS, warmup=WARMUP, samples=DRAWS, seed=seed, parallel_chains=1, refresh=0).to_arviz()


def of_pymc(program: str, form: str, data: pathlib.Path, seed: int) -> object:
    import arviz  # noqa: F401
    import nutpie
    import pymc

    model = models_of("pymc_peer")[program]
    mark("import")
    with pymc.Model() as context:
        model(arrays(data), form)
    compiled = nutpie.compile_pymc_model(context)
    mark("ready")
    return nutpie.sample(compiled, draws=DRAWS, tune=WARMUP, chains=CHAINS, cores=1, seed=seed, progress_bar=False)


def of_numpyro(program: str, form: str, data: pathlib.Path, seed: int) -> object:
    import arviz

    model = models_of("numpyro_peer")[program]  # sets up JAX, in double precision
    import jax
    from numpyro.infer import MCMC, NUTS

    mark("import")
    sampler = MCMC(NUTS(model), num_warmup=WARMUP, num_samples=DRAWS, num_chains=CHAINS, chain_method="sequential", progress_bar=False)
    sampler.run(jax.random.PRNGKey(seed), arrays(data), form)
    return arviz.from_numpyro(sampler, log_likelihood=False)


SYSTEMS: dict[str, Callable[[str, str, pathlib.Path, int], object]] = {
    "autumn": of_autumn, "stanli": of_stanli, "pymc": of_pymc, "numpyro": of_numpyro}


def program_of(program: str, form: str) -> pathlib.Path:
    return PROGRAMS / (f"{program}.stan" if form == "as_written" else f"{program}_{form}.stan")


def arrays(data: pathlib.Path) -> dict:
    import numpy as np

    return {name: np.array(value) for name, value in json.loads(data.read_text()).items()}


def models_of(name: str) -> dict:
    sys.path.insert(0, str(ROOT / "bench" / "paper" / "peers"))
    return __import__(name).MODELS


def main() -> None:
    system, experiment, form, seed = sys.argv[1:]
    sys.path.insert(0, str(ROOT / "bench" / "paper"))
    import experiments

    MARKS["start"] = time.perf_counter() - START
    chosen = next(e for e in experiments.EXPERIMENTS if e.name == experiment)
    tree = SYSTEMS[system](chosen.program, form, chosen.data_path(), int(seed))
    mark("draws")
    import arviz

    summary = arviz.summary(tree, var_names=list(chosen.variables), round_to="none")
    mark("summary")
    print(json.dumps({**MARKS, "ess": float(summary["ess_bulk"].min()), "worst": str(summary["ess_bulk"].idxmin()), "rhat": float(summary["r_hat"].max()),
                      "numbers": len(summary), "medians": {name: float(tree.posterior[name].median()) for name in chosen.variables}}))


if __name__ == "__main__":
    main()
