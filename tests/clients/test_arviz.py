"""Every kind of run, read by ArviZ from the fit and from the files."""
from __future__ import annotations


import json

import arviz
import known
import numpy as np
import pytest

KINDS = {
    "plain": {},
    "warmup saved": {"save_warmup": True},
    "thinned": {"thin": 3},
    "dense": {"metric": "dense_e"},
    "unit": {"metric": "unit_e"},
    "no adaptation": {"adapt_engaged": False, "step_size": 0.4},
    "no warmup": {"adapt_engaged": False, "step_size": 0.4, "iter_warmup": 0},
    "long trees": {"max_treedepth": 5},
}
MODELS = {
    "logistic": (known.LOGISTIC, "beta", known.logistic()),
    "known_sd": (known.KNOWN_SD, "mu", known.known_sd()),
    "bernoulli": (known.BERNOULLI, "theta", known.bernoulli()),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", MODELS)
def test_both_readers_have_the_posterior(model, name, kind):
    data, variable, expected = MODELS[name]
    fit = model(name).sample(data=data, chains=2, seed=5, iter_sampling=1500, show_progress=False, **KINDS[kind])
    read = {"fit": arviz.from_cmdstanpy(fit, save_warmup=True), "files": arviz.from_cmdstan(list(fit.runset.csv_files), save_warmup=True)}
    for inference in read.values():
        values = inference.posterior[variable].values
        assert values.shape[:2] == (2, 1500 // KINDS[kind].get("thin", 1))
        known.assert_mean(values, expected)
        assert {"lp", "diverging", "energy", "tree_depth", "acceptance_rate", "step_size", "n_steps"} <= set(inference.sample_stats.data_vars)
        assert inference.sample_stats["diverging"].values.dtype == bool
        assert np.isfinite(inference.sample_stats["lp"].values).all()
    np.testing.assert_allclose(read["fit"].posterior[variable].values, read["files"].posterior[variable].values)
    if kind == "warmup saved":
        assert read["fit"].warmup_posterior[variable].shape[:2] == (2, 1000)
        assert read["files"].warmup_posterior[variable].shape[:2] == (2, 1000)


def test_energies_give_a_fraction_of_missing_information(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=4, seed=5, show_progress=False)
    assert (arviz.bfmi(arviz.from_cmdstanpy(fit)) > 0.5).all()


def test_log_likelihoods_and_predictions_become_groups_and_loo_can_be_had(model):
    fit = model("bernoulli_ppc").sample(data=known.BERNOULLI, chains=4, seed=5, show_progress=False)
    inference = arviz.from_cmdstanpy(fit, posterior_predictive="y_rep", log_likelihood="log_lik", observed_data={"y": known.BERNOULLI["y"]})
    assert inference.posterior_predictive["y_rep"].shape == (4, 1000, 10)
    loo = arviz.loo(inference)
    # Leaving one out has a closed form here: a one is predicted by (1 + 1) / (9 + 2) and a zero by 1 - (2 + 1) / (9 + 2).
    assert loo.elpd_loo == pytest.approx(2 * np.log(2 / 11) + 8 * np.log(8 / 11), abs=0.1)


def test_fixed_parameters_are_read(model):
    fit = model("shapes").sample(fixed_param=True, chains=2, seed=5, iter_sampling=40, show_progress=False)
    for inference in (arviz.from_cmdstanpy(fit), arviz.from_cmdstan(list(fit.runset.csv_files))):
        assert float(inference.posterior["m"][1, 3, 1, 2]) == 23


def test_static_trajectories_are_read(model, run, tmp_path):
    (tmp_path / "data.json").write_text(json.dumps(known.LOGISTIC))
    files = []
    for chain in (1, 2):
        files.append(str(tmp_path / f"static_{chain}.csv"))
        done = run(model("logistic").exe_file, f"id={chain}", "random", "seed=5", "data", "file=data.json", "output", f"file={files[-1]}",
                   "method=sample", "num_samples=1500", "algorithm=hmc", "engine=static", "int_time=2")
        assert done.returncode == 0, done.stderr
    inference = arviz.from_cmdstan(files)
    known.assert_mean(inference.posterior["beta"].values, known.logistic())
    assert "int_time" in inference.sample_stats
    np.testing.assert_allclose(inference.sample_stats["int_time"].values, 2)


def test_generated_quantities_are_read_with_the_fit_they_belong_to(model):
    fit = model("bernoulli").sample(data=known.BERNOULLI, chains=2, seed=5, show_progress=False)
    made = model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=fit, seed=7)
    inference = arviz.from_cmdstan(posterior=list(fit.runset.csv_files), posterior_predictive=list(made.runset.csv_files))
    assert inference.posterior_predictive["y_rep"].shape == (2, 1000, 10)
    data = made.draws_xr(inc_sample=True)
    assert data["y_rep"].shape == (2, 1000, 10) and data["theta"].shape == (2, 1000)


def test_eight_schools_is_summarised(model):
    fit = model("eight_schools").sample(data=known.EIGHT_SCHOOLS, chains=4, seed=5, show_progress=False)
    table = arviz.summary(arviz.from_cmdstanpy(fit))
    assert list(table.index) == ["mu", "tau"] + [f"theta[{j}]" for j in range(8)]
    assert (table["r_hat"] < 1.05).all()
