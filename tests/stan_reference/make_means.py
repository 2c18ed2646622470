#!/usr/bin/env python3
"""Writes means/NAME.json: what Stan's sampler says of the posterior of a program under programs/.

Run it by hand, with Stan from PyPI, as make_reference.py; nothing of this is needed by the tests.

    venv/bin/python make_means.py NAME ...

Four chains of 1,000 iterations of warm-up and 10,000 draws each, with Stan's defaults but delta = 0.95. For every element
of the parameters: its mean, its standard deviation, and the standard error of the mean, from the means of 25 batches of
each chain. The largest ratio of the spread between chains to what their errors explain is printed: where it is far
from 1 the chains have not met, and the program is none to compare with.
"""
import asyncio
import gzip
import json
import math
import pathlib
import statistics
import sys

import httpstan.cache
import httpstan.models
import httpstan.services_stub

from make_reference import HERE, compiled, dimension_of, stan_version

CHAINS, DRAWS, BATCHES = 4, 10000, 25


async def sample(model_name, data, chain):
    fit = f"{model_name}/fits/means{chain}"
    await httpstan.services_stub.call("stan::services::sample::hmc_nuts_diag_e_adapt", model_name, fit, data=data,
                                      random_seed=2026, chain=chain + 1, num_warmup=1000, num_samples=DRAWS, delta=0.95,
                                      init={})
    lines = gzip.decompress(httpstan.cache.load_fit(fit)).split(b"\n")
    messages = [json.loads(line) for line in lines if line]
    return [m["values"] for m in messages if m["topic"] == "sample" and isinstance(m["values"], dict)]


def summary(chains):
    """Mean, standard deviation, standard error, and the largest distance of a chain's mean in its errors."""
    everything = [x for chain in chains for x in chain]
    size = DRAWS // BATCHES
    batches = [[statistics.fmean(chain[k * size:(k + 1) * size]) for k in range(BATCHES)] for chain in chains]
    variance = statistics.fmean(statistics.variance(means) for means in batches) / BATCHES
    mean = statistics.fmean(everything)
    far = max(abs(statistics.fmean(chain) - mean) for chain in chains) / math.sqrt(variance)
    return {"mean": mean, "sd": statistics.stdev(everything), "error": math.sqrt(variance / len(chains))}, far


def make(name):
    path = HERE / "programs" / f"{name}.stan"
    code = path.read_text()
    data = json.loads((HERE / "programs" / f"{name}.data.json").read_text())
    model, _, _ = compiled(code)
    size = len(model.write_array(data, [0.1] * dimension_of(model, data), False, False))
    model_name = httpstan.models.calculate_model_name(code)
    chains = [asyncio.run(sample(model_name, data, chain)) for chain in range(CHAINS)]
    columns = [name for name in chains[0][0] if not name.endswith("__")][:size]
    elements, distances = {}, []
    for column in columns:
        found, far = summary([[draw[column] for draw in chain] for chain in chains])
        elements[column], _ = found, distances.append(far)
    print(f"{name}: chains differ by up to {max(distances):.1f} of their errors", flush=True)
    return {"program": name, "stan": stan_version(), "draws": CHAINS * DRAWS, "elements": elements}


def main():
    (HERE / "means").mkdir(exist_ok=True)
    for name in sys.argv[1:]:
        (HERE / "means" / f"{name}.json").write_text(json.dumps(make(name), indent=1) + "\n")


if __name__ == "__main__":
    main()
