"""Draws for xarray and ArviZ: every group is where it belongs."""

import sys
import types

import arviz
import autumn
import numpy as np
import pytest
import xarray

from test_draws import DATA, REGRESSION


@pytest.fixture(scope="module")
def regression():
    model = autumn.Model(stan_code=REGRESSION, coords={"predictor": ["one", "x"]}, dims={"b": "predictor"})
    return model.sample(DATA, seed=1)


def check_groups(tree, fit):
    assert tree["posterior"]["b"].dims == ("chain", "draw", "predictor")
    assert list(tree["posterior"]["predictor"].values) == ["one", "x"]
    assert np.array_equal(tree["posterior"]["mu"].values, fit["mu"])
    assert np.array_equal(tree["posterior_predictive"]["y_rep"].values, fit["y_rep"])
    assert np.array_equal(tree["log_likelihood"]["log_lik"].values, fit["log_lik"])
    assert "k" in tree["posterior"]
    assert np.array_equal(tree["observed_data"]["y"].values, DATA["y"])
    assert np.array_equal(tree["constant_data"]["X"].values, DATA["X"])
    assert tree["sample_stats"]["diverging"].dtype == bool
    assert tree["sample_stats"]["tree_depth"].dtype == int
    assert set(tree["sample_stats"].data_vars) == {
        "lp", "acceptance_rate", "step_size", "tree_depth", "n_steps", "diverging", "energy",
    }  # fmt: skip


def test_container(regression):
    """What the ArviZ that is here has, which its own functions take."""
    data = regression.to_arviz()
    is_old = arviz.__version__.startswith("0.")
    assert isinstance(data, arviz.InferenceData if is_old else xarray.DataTree)
    check_groups(data, regression)
    found = arviz.rhat(data, var_names=["b"])
    assert float((found["b"] if "b" in found else found["posterior"]["b"]).max()) < 1.02
    summary = arviz.summary(data, var_names=["b"])
    assert summary.shape[0] == 2
    assert float(summary["mean"].iloc[0]) == pytest.approx(regression.summary()["b[1]"].mean, abs=0.02)


def test_data_tree(regression, monkeypatch):
    """ArviZ 1 has no InferenceData; it takes trees of xarray."""
    monkeypatch.setitem(sys.modules, "arviz", types.ModuleType("arviz"))
    check_groups(regression.to_arviz(), regression)


def test_groups_by_name(regression):
    data = regression.to_arviz(posterior_predictive="mu", log_likelihood=["log_lik"])
    assert set(data["posterior_predictive"].data_vars) == {"mu"}
    assert "y_rep" in data["posterior"]
    with pytest.raises(autumn.ModelError, match="nothing"):
        regression.to_arviz(posterior_predictive="nothing")


def test_prior_and_warmup(eight_schools, schools):
    given = {"J": 8, "sigma": schools["sigma"]}
    prior = eight_schools.simulate(given, runs=20, seed=2)
    fit = eight_schools.sample(schools, seed=1, save_warmup=True, warmup=200)
    data = fit.to_arviz(prior=prior, coords={"school": list("abcdefgh")}, dims={"theta": ["school"], "y": "school"})
    assert data["prior"]["theta"].shape == (1, 20, 8)
    assert data["prior_predictive"]["y"].dims == ("chain", "draw", "school")
    assert data["warmup_posterior"]["theta"].shape == (4, 200, 8)
    assert list(data["observed_data"]["school"].values) == list("abcdefgh")


def test_xarray(fit):
    data = fit.to_xarray(coords={"school": list("abcdefgh")}, dims={"theta": "school"})
    assert data["theta"].sel(school="c").shape == (4, 1000)
    assert np.array_equal(data["theta"].values, fit["theta"])
    with pytest.raises(autumn.ModelError, match="1 dimensions, but 2 names"):
        fit.to_xarray(dims={"theta": ["a", "b"]})
    with pytest.raises(autumn.ModelError, match="do not go together"):
        fit.to_xarray(dims={"theta": "school"}, coords={"school": [1, 2]})
