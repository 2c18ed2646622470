"""Sampling through cmdstanpy: that the draws are of the right posterior, whatever is asked for beside them."""
from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys

import cmdstanpy
import known
import numpy as np
import pytest

QUIET = {"show_progress": False}


def test_eight_schools_has_the_means_that_quadrature_gives(model):
    fit = model("eight_schools").sample(data=known.EIGHT_SCHOOLS, chains=4, seed=1, iter_sampling=2000, **QUIET)
    expected = known.eight_schools()
    known.assert_mean(known.by_chain(fit, "mu"), expected["mu"])
    known.assert_mean(known.by_chain(fit, "theta"), expected["theta"])
    known.assert_mean(np.log(known.by_chain(fit, "tau")), expected["log_tau"])


def test_columns_of_eight_schools_are_in_the_order_of_their_declaration(model):
    fit = model("eight_schools").sample(data=known.EIGHT_SCHOOLS, chains=1, seed=1, iter_sampling=100, **QUIET)
    sampler = ("lp__", "accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__", "divergent__", "energy__")
    assert fit.column_names[:7] == sampler
    own = [name for name in fit.column_names if not name.endswith("__")]
    assert own == ["mu", "tau"] + [f"theta[{j}]" for j in range(1, 9)]


@pytest.mark.parametrize("name, data, variable, expected", [
    ("bernoulli", known.BERNOULLI, "theta", known.bernoulli()),
    ("known_sd", known.KNOWN_SD, "mu", known.known_sd()),
    ("logistic", known.LOGISTIC, "beta", known.logistic()),
])
def test_posteriors_with_known_means(model, name, data, variable, expected):
    fit = model(name).sample(data=data, chains=4, seed=11, iter_sampling=1000, **QUIET)
    known.assert_mean(known.by_chain(fit, variable), expected)
    assert np.isfinite(fit.draws_pd()["lp__"]).all()


@pytest.mark.parametrize("form", ["dictionary", "path"])
def test_data_may_be_a_dictionary_or_a_file(model, tmp_path, form):
    file = tmp_path / "data.json"
    file.write_text(json.dumps(known.BERNOULLI))
    data = known.BERNOULLI if form == "dictionary" else str(file)
    fit = model("bernoulli").sample(data=data, chains=2, seed=3, **QUIET)
    known.assert_mean(known.by_chain(fit, "theta"), known.bernoulli())


def test_data_may_be_an_r_dump(model, tmp_path):
    file = tmp_path / "data.R"
    file.write_text('N <- 10\ny <- c(0, 1, 0, 0, 0,\n 0, 0, 0, 0, 1)\n')
    fit = model("bernoulli").sample(data=str(file), chains=2, seed=3, **QUIET)
    known.assert_mean(known.by_chain(fit, "theta"), known.bernoulli())


def test_the_same_seed_gives_the_same_draws_and_another_seed_others(model):
    def draws(seed):
        return model("logistic").sample(data=known.LOGISTIC, chains=2, seed=seed, iter_sampling=50, **QUIET).draws()

    np.testing.assert_array_equal(draws(5), draws(5))
    assert not np.array_equal(draws(5), draws(6))


def test_the_same_seed_gives_the_same_draws_in_another_process(model, shelf):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_sampling=50, **QUIET)
    here = os.path.dirname(os.path.abspath(known.__file__))
    script = f"""
import sys; sys.path.insert(0, {here!r})
import cmdstanpy, known, numpy
fit = cmdstanpy.CmdStanModel(exe_file={str(model("logistic").exe_file)!r}).sample(
    data=known.LOGISTIC, chains=2, seed=5, iter_sampling=50, show_progress=False)
numpy.save({str(shelf / "other.npy")!r}, fit.draws())
"""
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
    np.testing.assert_array_equal(fit.draws(), np.load(shelf / "other.npy"))


def test_chains_of_one_seed_differ_from_each_other(model):
    draws = model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_sampling=50, **QUIET).draws()
    assert not np.array_equal(draws[:, 0], draws[:, 1])


def test_each_chain_may_have_a_seed_of_its_own(model):
    both = model("logistic").sample(data=known.LOGISTIC, chains=2, seed=[8, 9], iter_sampling=50, **QUIET)
    first = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=8, iter_sampling=50, **QUIET)
    np.testing.assert_array_equal(both.draws()[:, 0], first.draws()[:, 0])


def test_chain_ids_choose_the_stream_of_random_numbers(model):
    pair = model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, chain_ids=[3, 4], iter_sampling=50, **QUIET)
    alone = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, chain_ids=4, iter_sampling=50, **QUIET)
    np.testing.assert_array_equal(pair.draws()[:, 1], alone.draws()[:, 0])


@pytest.mark.parametrize("sampling, warmup, thin", [(100, 50, 1), (100, 50, 3), (7, 9, 2), (2, 1, 1)])
def test_the_number_of_rows_is_that_of_the_iterations_over_the_thinning(model, sampling, warmup, thin):
    options = {"chains": 2, "seed": 5, "save_warmup": True, **QUIET}
    fit = model("logistic").sample(data=known.LOGISTIC, iter_sampling=sampling, iter_warmup=warmup, thin=thin, **options)
    kept, kept_warmup = -(-sampling // thin), -(-warmup // thin)
    assert fit.draws().shape[:2] == (kept, 2)
    assert fit.draws(inc_warmup=True).shape[:2] == (kept + kept_warmup, 2)
    assert fit.stan_variable("beta", inc_warmup=True).shape == (2 * (kept + kept_warmup), 2)


def test_warmup_rows_come_before_the_others_and_do_not_change_them(model):
    options = {"data": known.LOGISTIC, "chains": 1, "seed": 5, "iter_warmup": 60, "iter_sampling": 40, **QUIET}
    with_warmup = model("logistic").sample(save_warmup=True, **options)
    without = model("logistic").sample(**options)
    np.testing.assert_array_equal(with_warmup.draws(inc_warmup=True)[60:], without.draws())
    assert len(np.unique(with_warmup.draws(inc_warmup=True)[:60, 0, 2])) > 1, "the step size does not move in warmup"


def test_without_adaptation_the_step_size_is_the_one_given(model):
    fit = model("logistic").sample(
        data=known.LOGISTIC, chains=2, seed=5, adapt_engaged=False, step_size=0.4, iter_warmup=200, iter_sampling=1000, **QUIET)
    np.testing.assert_array_equal(fit.method_variables()["stepsize__"], 0.4)
    np.testing.assert_allclose(fit.step_size, 0.4)
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_no_warmup_at_all_is_possible_without_adaptation(model):
    fit = model("logistic").sample(
        data=known.LOGISTIC, chains=2, seed=5, adapt_engaged=False, step_size=0.4, iter_warmup=0, iter_sampling=2000, inits=0.1, **QUIET)
    assert fit.num_draws_warmup == 0 and fit.draws().shape[0] == 2000
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_a_higher_target_gives_smaller_steps(model):
    def step(delta):
        return model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, adapt_delta=delta, iter_sampling=10, **QUIET).step_size[0]

    assert step(0.99) < 0.7 * step(0.6)


def test_the_depth_of_trees_is_limited(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, max_treedepth=1, step_size=0.01, adapt_engaged=False, **QUIET)
    depths = fit.method_variables()["treedepth__"]
    # cmdstanpy 1.3.0 leaves the first draw out of its count.
    assert depths.max() == 1 and fit.max_treedepths[0] in ((depths == 1).sum(), (depths[1:] == 1).sum())


def test_fixed_param_repeats_the_parameters_and_draws_the_quantities(model):
    fit = model("shapes").sample(fixed_param=True, chains=2, seed=5, iter_sampling=500, **QUIET)
    assert fit.column_names[:2] == ("lp__", "accept_stat__") and fit.column_names[2] == "m[1,1]"
    assert fit.metric is None and fit.step_size is None and fit.divergences is None
    known.assert_mean(known.by_chain(fit, "noise"), known.Moments(1, 2))


def test_a_program_without_parameters_can_be_sampled(model):
    fit = model("shapes").sample(chains=2, seed=5, iter_sampling=500, **QUIET)
    known.assert_mean(known.by_chain(fit, "noise"), known.Moments(1, 2))


def test_latent_dynamics_are_saved_on_the_unconstrained_scale(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_sampling=50, save_latent_dynamics=True, **QUIET)
    lines = [line for line in open(fit.runset.diagnostic_files[0]) if not line.startswith("#")]
    names = lines[0].strip().split(",")
    assert names[7:] == ["beta.1", "beta.2", "p_beta.1", "p_beta.2", "g_beta.1", "g_beta.2"]
    assert len(lines) == 51
    rows = np.array([line.split(",") for line in lines[1:]], float)
    np.testing.assert_allclose(rows[:, 7:9], fit.draws()[:, 0, -2:], rtol=1e-5)


@pytest.mark.parametrize("digits", [3, 16])
def test_significant_figures_are_as_asked(model, digits):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_sampling=50, sig_figs=digits, **QUIET)
    rows = [line.strip().split(",") for line in open(fit.runset.csv_files[0]) if not line.startswith("#")][1:]
    longest = max(len(value.split("e")[0].lstrip("-").replace(".", "").lstrip("0")) for row in rows for value in row)
    assert longest == digits


def test_progress_bars_end_with_the_run(model):
    shown = io.StringIO()
    with contextlib.redirect_stderr(shown):
        model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_warmup=100, iter_sampling=100, show_progress=True)
    assert "chain 1" in shown.getvalue() and "chain 2" in shown.getvalue()
    assert shown.getvalue().count("Sampling completed") >= 2


def test_every_refreshed_iteration_is_a_line_that_progress_bars_know(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_warmup=100, iter_sampling=50, refresh=25, **QUIET)
    lines = [line for line in open(fit.runset.stdout_files[0]) if line.startswith("Iteration:")]
    assert [line.rstrip() for line in lines] == [
        "Iteration:   1 / 150 [  0%]  (Warmup)", "Iteration:  25 / 150 [ 16%]  (Warmup)", "Iteration:  50 / 150 [ 33%]  (Warmup)",
        "Iteration:  75 / 150 [ 50%]  (Warmup)", "Iteration: 100 / 150 [ 66%]  (Warmup)", "Iteration: 101 / 150 [ 67%]  (Sampling)",
        "Iteration: 125 / 150 [ 83%]  (Sampling)", "Iteration: 150 / 150 [100%]  (Sampling)"]


def test_the_console_is_shown_with_the_chain_in_front(model):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_sampling=20, show_console=True)
    assert "Chain [1] method = sample" in shown.getvalue() and "Chain [2] method = sample" in shown.getvalue()


def test_names_of_files_have_the_time_in_the_form_asked(model, tmp_path):
    model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_sampling=20, output_dir=tmp_path, time_fmt="%Y-moment", **QUIET)
    names = sorted(file.name for file in tmp_path.glob("*.csv"))
    assert len(names) == 2 and all("-moment_" in name for name in names)


@pytest.mark.parametrize("name, data", [("logistic", known.LOGISTIC), ("known_sd", known.KNOWN_SD)])
def test_the_time_of_a_fit_is_that_of_its_phases(model, name, data):
    """A very short time must be written without an exponent, which cmdstanpy's pattern does not know."""
    fit = model(name).sample(data=data, chains=2, seed=5, iter_sampling=10, **QUIET)
    if not hasattr(fit, "time"):
        pytest.skip("this cmdstanpy has no time")
    assert len(fit.time) == 2
    for each in fit.time:
        values = list(each.values())
        assert len(values) == 3 and all(0 <= value < 5 for value in values)
        assert abs(values[0] + values[1] - values[2]) < 2e-3


def test_a_client_that_gives_up_ends_the_process(model):
    with pytest.raises(TimeoutError):
        model("endless").sample(timeout=0.5, chains=1, **QUIET)
    left = subprocess.run(["pgrep", "-f", str(model("endless").exe_file)], capture_output=True, text=True).stdout
    assert left == "", "a process that was told to end is still there"


def test_a_fit_is_read_back_from_its_files(model, tmp_path):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=2, seed=5, iter_sampling=60, save_warmup=True, **QUIET)
    fit.save_csvfiles(dir=str(tmp_path))
    again = cmdstanpy.from_csv(sorted(str(file) for file in tmp_path.glob("*.csv")))
    np.testing.assert_array_equal(fit.draws(inc_warmup=True), again.draws(inc_warmup=True))
    assert again.column_names == fit.column_names
    np.testing.assert_array_equal(np.asarray(again.step_size), np.asarray(fit.step_size))
