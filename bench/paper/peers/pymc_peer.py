"""PyMC with nutpie: as written, and non-centred."""
import time

import numpy as np
import nutpie
import pymc as pm

import common


def group(name, mean, scale, size, form):
    """size normal variables, or their innovations."""
    if form == "noncentred":
        return pm.Deterministic(name, mean + scale * pm.Normal(f"z_{name}", 0, 1, shape=size))
    return pm.Normal(name, mean, scale, shape=size)


def eight_schools(d, form):
    mu = pm.Normal("mu", 0, 5)
    tau = pm.HalfCauchy("tau", 5)
    theta = group("theta", mu, tau, len(d["y"]), form)
    pm.Normal("y", theta, d["sigma"], observed=d["y"])


def binary_trials(d, form):
    m = pm.Uniform("m", 0, 1)
    kappa = pm.Pareto("kappa", alpha=1.5, m=1)
    theta = pm.Beta("theta", m * kappa, (1 - m) * kappa, shape=len(d["y"]))
    pm.Binomial("y", d["K"], theta, observed=d["y"])


def electric_company(d, form):
    mu_a = pm.Normal("mu_a", 0, 1, shape=4)
    log_sigma = pm.Normal("log_sigma", 0, 1, shape=4)
    a = group("a", 100 * mu_a[d["grade_pair"] - 1], 1, len(d["grade_pair"]), form)
    b = pm.Normal("b", 0, 100, shape=4)
    grade = d["grade"] - 1
    pm.Normal("y", a[d["pair"] - 1] + b[grade] * d["treatment"], pm.math.exp(log_sigma[grade]), observed=d["y"])


def fibrosis(d, form):
    patient, patients = d["patient"] - 1, int(d["J"])
    alpha = group("alpha", pm.Normal("mu_alpha", 0, 500), pm.HalfCauchy("sigma_alpha", 100), patients, form)
    beta = group("beta", pm.Normal("mu_beta", 0, 3), pm.HalfCauchy("sigma_beta", 3), patients, form)
    pm.Normal("y", alpha[patient] + beta[patient] * d["week"], pm.HalfCauchy("sigma", 100), observed=d["y"])


MODELS = {f.__name__: f for f in (eight_schools, binary_trials, electric_company, fibrosis)}


def main():
    options = common.arguments()
    data = {name: np.array(value) for name, value in options.values.items()}
    model = MODELS[options.model]
    with pm.Model() as context:
        model(data, options.form)
    prepared = time.process_time()
    compiled = nutpie.compile_pymc_model(context)
    ready = time.process_time()
    trace = nutpie.sample(compiled, draws=options.draws, tune=options.warmup, chains=1, cores=1, seed=options.seed, progress_bar=False)
    common.write_times(options.times, preparation=prepared, compile=ready - prepared, sampling=time.process_time() - ready, draws=options.draws,
                       divergences=int(trace.sample_stats["diverging"].values[0].sum()))
    names = [v.name for v in context.free_RVs + context.deterministics if not v.name.startswith("z_")]
    common.write_columns(options.output, common.columns_of({name: trace.posterior[name].values[0] for name in names}))


if __name__ == "__main__":
    main()
