"""Variables of every shape, and data in every form, through cmdstanpy."""
from __future__ import annotations

import subprocess

import cmdstanpy
import known
import numpy as np
import pytest


@pytest.fixture(scope="module")
def shapes(model):
    return model("shapes").sample(fixed_param=True, chains=2, seed=5, iter_sampling=3, show_progress=False)


def test_elements_are_where_their_indices_say(shapes):
    two_by_three = np.array([[11, 12, 13], [21, 22, 23]])
    np.testing.assert_array_equal(shapes.stan_variable("m"), [two_by_three] * 6)
    np.testing.assert_array_equal(shapes.stan_variable("am"), [[1000 + two_by_three, 2000 + two_by_three]] * 6)
    np.testing.assert_array_equal(shapes.stan_variable("a")[0], [[101, 102, 103], [201, 202, 203]])
    np.testing.assert_array_equal(shapes.stan_variable("r")[0], [7, 8])


def test_complex_numbers_are_complex(model):
    fit = model("complex_number").sample(fixed_param=True, chains=1, seed=5, iter_sampling=3, show_progress=False)
    np.testing.assert_array_equal(fit.stan_variable("z"), [3 + 4j] * 3)
    np.testing.assert_array_equal(fit.stan_variable("w")[0], [[1 + 1j, 1 + 2j], [2 + 1j, 2 + 2j]])
    assert complex(fit.draws_xr()["z"][0, 0]) == 3 + 4j


def test_complex_numbers_can_be_summarised(model, cmdstan):
    """CmdStan 2.37's own tool never ends on such a file."""
    fit = model("complex_number").sample(fixed_param=True, chains=1, seed=5, iter_sampling=20, show_progress=False)
    done = subprocess.run([cmdstan / "bin" / "stansummary", *fit.runset.csv_files], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0 and "z" in done.stdout


def test_xarray_has_a_dimension_for_each_index(shapes):
    data = shapes.draws_xr()
    assert data["am"].dims == ("chain", "draw", "am_dim_0", "am_dim_1", "am_dim_2")
    assert data["am"].shape == (2, 3, 2, 2, 3)
    assert float(data["am"].isel(chain=1, draw=2)[1, 0, 2]) == 2013


def test_chains_are_kept_apart_in_xarray(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=2, chain_ids=[3, 4], seed=5, iter_sampling=20, show_progress=False)
    data = fit.draws_xr("beta")
    assert list(data.chain.values) == [3, 4]
    np.testing.assert_array_equal(data["beta"].sel(chain=4).values, fit.draws()[:, 1, -2:])


def test_infinite_and_missing_numbers_are_read(program):
    file = program("shapes").with_name("edges.stan")
    file.write_text("data { real big; real none; } generated quantities { real a = big; real b = none; }\n")
    fit = cmdstanpy.CmdStanModel(stan_file=file).sample(
        data={"big": np.inf, "none": np.nan, "_comment": "not a variable"}, fixed_param=True, chains=1, iter_sampling=2, show_progress=False)
    assert np.isinf(fit.stan_variable("a")).all() and np.isnan(fit.stan_variable("b")).all()


def test_numpy_data_is_read(model):
    data = {key: np.asarray(value) for key, value in known.LOGISTIC.items()}
    fit = model("logistic").sample(data=data, chains=1, seed=5, iter_sampling=20, show_progress=False)
    same = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_sampling=20, show_progress=False)
    np.testing.assert_array_equal(fit.draws(), same.draws())


def test_the_metadata_names_the_model_and_the_run(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_sampling=20, thin=2, adapt_delta=0.9, show_progress=False)
    config = fit.metadata.cmdstan_config
    assert config["model"] == "logistic_model" and config["method"] == "sample"
    assert (config["num_samples"], config["thin"], config["seed"]) == (20, 2, 5)
    assert config["delta"] == pytest.approx(0.9)
    assert fit.metadata.stan_vars["beta"].dimensions == (2,)
