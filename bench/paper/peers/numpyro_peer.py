"""NumPyro, in double precision on one core: as written, non-centred, and by hand with the collapsed variables drawn back in NumPy."""
import os
import time

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"

import jax
import jax.monitoring
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist
from numpyro.infer import MCMC, NUTS

import common

jax.config.update("jax_enable_x64", True)


def group(name, mean, scale, size, form):
    """size normal variables, or their innovations."""
    if form == "noncentred":
        z = numpyro.sample(f"z_{name}", dist.Normal(0, 1).expand([size]))
        return numpyro.deterministic(name, mean + scale * z)
    return numpyro.sample(name, dist.Normal(mean, scale).expand([size]))


def eight_schools(d, form):
    mu = numpyro.sample("mu", dist.Normal(0, 5))
    tau = numpyro.sample("tau", dist.HalfCauchy(5))
    if form == "by_hand":
        numpyro.sample("y", dist.Normal(mu, jnp.sqrt(d["sigma"] ** 2 + tau**2)), obs=d["y"])
    else:
        numpyro.sample("y", dist.Normal(group("theta", mu, tau, len(d["y"]), form), d["sigma"]), obs=d["y"])


def binary_trials(d, form):
    m = numpyro.sample("m", dist.Uniform(0, 1))
    kappa = numpyro.sample("kappa", dist.Pareto(1, 1.5))
    a, b = m * kappa, (1 - m) * kappa
    if form == "by_hand":
        # Logs of rising factorials as sums over how many counts are larger than k: see binary_trials_by_hand.stan.
        k = np.arange(d["K"].max())
        above = [(x[:, None] > k).sum(0) for x in (d["y"], d["K"] - d["y"], d["K"])]
        numpyro.factor("y", above[0] @ jnp.log(a + k) + above[1] @ jnp.log(b + k) - above[2] @ jnp.log(kappa + k))
    else:
        theta = numpyro.sample("theta", dist.Beta(a, b).expand([len(d["y"])]))
        numpyro.sample("y", dist.Binomial(d["K"], theta), obs=d["y"])


def electric_company(d, form):
    grade, pair_grade, pair = d["grade"] - 1, d["grade_pair"] - 1, d["pair"] - 1
    mu_a = numpyro.sample("mu_a", dist.Normal(0, 1).expand([4]))
    log_sigma = numpyro.sample("log_sigma", dist.Normal(0, 1).expand([4]))
    b = numpyro.sample("b", dist.Normal(0, 100).expand([4]))
    if form == "by_hand":
        half_sum, half_difference = halves(d)
        half_variance = 0.5 * jnp.exp(2 * log_sigma)[pair_grade]
        numpyro.sample("s", dist.Normal((100 * mu_a + 0.5 * b)[pair_grade], jnp.sqrt(1 + half_variance)), obs=half_sum)
        numpyro.sample("d", dist.Normal((0.5 * b)[pair_grade], jnp.sqrt(half_variance)), obs=half_difference)
    else:
        a = group("a", 100 * mu_a[pair_grade], 1.0, len(pair_grade), form)
        numpyro.sample("y", dist.Normal(a[pair] + b[grade] * d["treatment"], jnp.exp(log_sigma[grade])), obs=d["y"])


def fibrosis(d, form):
    mu = [numpyro.sample("mu_alpha", dist.Normal(0, 500)), numpyro.sample("mu_beta", dist.Normal(0, 3))]
    sd = [numpyro.sample("sigma_alpha", dist.HalfCauchy(100)), numpyro.sample("sigma_beta", dist.HalfCauchy(3))]
    sigma = numpyro.sample("sigma", dist.HalfCauchy(100))
    patients, patient = int(d["J"]), d["patient"] - 1
    if form == "by_hand":
        p11, p12, p22, h1, h2 = line_conditionals(d, mu, sd, sigma)
        det = p11 * p22 - p12**2
        residuals = d["y"] - mu[0] - mu[1] * d["week"]
        numpyro.factor("y", -len(d["y"]) * jnp.log(sigma) - patients * jnp.log(sd[0] * sd[1]) - 0.5 * jnp.log(det).sum()
                       - 0.5 * (residuals**2).sum() / sigma**2
                       + 0.5 * ((p22 * h1**2 - 2 * p12 * h1 * h2 + p11 * h2**2) / det).sum())
    else:
        alpha = group("alpha", mu[0], sd[0], patients, form)
        beta = group("beta", mu[1], sd[1], patients, form)
        numpyro.sample("y", dist.Normal(alpha[patient] + beta[patient] * d["week"], sigma), obs=d["y"])


def halves(d):
    """Half the sum and half the difference of the two classes of each pair."""
    pair, treated = d["pair"] - 1, d["treatment"] == 1
    y = np.zeros((2, d["n_pair"]))
    y[0, pair[treated]], y[1, pair[~treated]] = d["y"][treated], d["y"][~treated]
    return 0.5 * (y[0] + y[1]), 0.5 * (y[0] - y[1])


def line_conditionals(d, mu, sd, sigma):
    """Precision and information of the lines of the patients: see fibrosis_by_hand.stan."""
    patient, week, y, size = d["patient"] - 1, d["week"], d["y"], int(d["J"])
    n, t, tt, s, ts = (np.bincount(patient, x, size) for x in (np.ones(len(y)), week, week**2, y, week * y))
    w = 1 / sigma**2
    return (1 / sd[0] ** 2 + w * n, w * t, 1 / sd[1] ** 2 + w * tt, w * (s - mu[0] * n - mu[1] * t), w * (ts - mu[0] * t - mu[1] * tt))


def recovered(model, d, draws, random):
    """The variables that were integrated out by hand, drawn given the others."""
    x = {name: values[:, None] if values.ndim == 1 else values for name, values in draws.items()}
    if model == "eight_schools":
        share = x["tau"] ** 2 / (x["tau"] ** 2 + d["sigma"] ** 2)
        return {"theta": random.normal(x["mu"] + share * (d["y"] - x["mu"]), d["sigma"] * np.sqrt(share))}
    if model == "binary_trials":
        return {"theta": random.beta(x["m"] * x["kappa"] + d["y"], (1 - x["m"]) * x["kappa"] + d["K"] - d["y"])}
    if model == "electric_company":
        grade = d["grade_pair"] - 1
        mean, half_variance = 100 * x["mu_a"][:, grade], 0.5 * np.exp(2 * x["log_sigma"][:, grade])
        share = 1 / (1 + half_variance)
        off = halves(d)[0] - 0.5 * x["b"][:, grade] - mean
        return {"a": random.normal(mean + share * off, np.sqrt(half_variance * share))}
    mu, sd = [x["mu_alpha"], x["mu_beta"]], [x["sigma_alpha"], x["sigma_beta"]]
    p11, p12, p22, h1, h2 = line_conditionals(d, mu, sd, x["sigma"])
    det = p11 * p22 - p12**2
    first, second = (p22 * h1 - p12 * h2) / det, (p11 * h2 - p12 * h1) / det
    off = random.normal(first, np.sqrt(p22 / det))
    return {"alpha": mu[0] + off, "beta": mu[1] + random.normal(second - p12 / p22 * (off - first), 1 / np.sqrt(p22))}


MODELS = {f.__name__: f for f in (eight_schools, binary_trials, electric_company, fibrosis)}


class Span:
    """Processor seconds of a part of the program, apart from those JAX spends on compiling, of which it tells the wall's."""

    def __init__(self):
        self.compiling = 0.0
        jax.monitoring.register_event_duration_secs_listener(self.listen)
        self.processor, self.wall = time.process_time(), time.perf_counter()

    def listen(self, event, duration, **_):
        if event.startswith("/jax/core/compile/"):
            self.compiling += duration

    def read(self):
        """Seconds of work, and of compiling."""
        processor, wall = time.process_time() - self.processor, time.perf_counter() - self.wall
        compiling = min(1.0, processor / wall) * self.compiling
        return max(processor - compiling, 1e-9), compiling


def sample(model, options, data, span):
    """Warm-up tells how many draws there is time for: to go on later JAX would compile again."""
    fields = ("diverging",)
    sampler = MCMC(NUTS(model), num_warmup=options.warmup, num_samples=options.draws, progress_bar=False)
    sampler.warmup(jax.random.PRNGKey(options.seed), data, options.form, extra_fields=fields)
    jax.block_until_ready(sampler.post_warmup_state)
    warm, _ = span.read()
    sampler.num_samples = max(100, min(options.draws, int(options.warmup * (options.limit - warm) / warm)))
    sampler.run(sampler.post_warmup_state.rng_key, data, options.form, extra_fields=fields)
    return sampler


def main():
    options = common.arguments()
    data = {name: np.array(value) for name, value in options.values.items()}
    model = MODELS[options.model]
    preparation = time.process_time()
    span = Span()
    sampler = sample(model, options, data, span)
    draws = {name: np.asarray(values) for name, values in sampler.get_samples().items() if not name.startswith("z_")}
    if options.form == "by_hand":
        draws |= recovered(options.model, data, draws, np.random.default_rng(options.seed))
    work, compiling = span.read()
    common.write_times(options.times, preparation=preparation, compile=compiling, sampling=work, draws=sampler.num_samples,
                       divergences=int(np.asarray(sampler.get_extra_fields()["diverging"]).sum()))
    common.write_columns(options.output, common.columns_of(draws))


if __name__ == "__main__":
    main()
