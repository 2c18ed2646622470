"""Initial values and metrics in every form that cmdstanpy takes, and that they are used."""
from __future__ import annotations

import inspect
import json
import pathlib

import known
import numpy as np
import pytest

# With fixed parameters a row is where the chain began, whatever moves a sampler would make from there.
STILL = {"data": known.LOGISTIC, "fixed_param": True, "iter_sampling": 1, "seed": 5, "sig_figs": 12, "show_progress": False}
LONG = {"data": known.LOGISTIC, "chains": 2, "seed": 5, "show_progress": False}


def starts(fit) -> np.ndarray:
    return known.by_chain(fit, "beta")[:, 0]


def test_inits_may_be_a_dictionary_for_all_chains(model):
    fit = model("logistic").sample(chains=2, inits={"beta": [0.25, -0.75]}, **STILL)
    np.testing.assert_allclose(starts(fit), [[0.25, -0.75]] * 2, atol=1e-6)


def test_inits_may_be_a_dictionary_for_each_chain(model):
    fit = model("logistic").sample(chains=2, inits=[{"beta": [0.25, -0.75]}, {"beta": [1.25, 1.75]}], **STILL)
    np.testing.assert_allclose(starts(fit), [[0.25, -0.75], [1.25, 1.75]], atol=1e-6)


def test_inits_may_be_a_file(model, tmp_path):
    file = tmp_path / "inits.json"
    file.write_text(json.dumps({"beta": [0.25, -0.75]}))
    fit = model("logistic").sample(chains=2, inits=str(file), **STILL)
    np.testing.assert_allclose(starts(fit), [[0.25, -0.75]] * 2, atol=1e-6)


def test_inits_may_be_a_file_for_each_chain(model, tmp_path):
    files = []
    for value in (0.5, 1.5):
        files.append(tmp_path / f"{value}.json")
        files[-1].write_text(json.dumps({"beta": [value, -value]}))
    fit = model("logistic").sample(chains=2, inits=[str(file) for file in files], **STILL)
    np.testing.assert_allclose(starts(fit), [[0.5, -0.5], [1.5, -1.5]], atol=1e-6)


def test_inits_may_have_values_of_nothing_in_the_program(model):
    """CmdStan passes over them; we do, too, and say so once."""
    fit = model("logistic").sample(chains=2, inits={"beta": [0.25, -0.75], "gamma": 3.0}, **STILL)
    np.testing.assert_allclose(starts(fit), [[0.25, -0.75]] * 2, atol=1e-6)
    said = "".join(pathlib.Path(file).read_text() for file in fit.runset.stdout_files)
    assert said.count("`gamma`") in (1, 2)  # once in each process
    assert "no parameter of the program, and not used" in said


def test_inits_may_be_the_radius_of_a_square(model):
    fit = model("logistic").sample(chains=4, inits=0.01, **STILL)
    assert (abs(starts(fit)) < 0.0101).all() and len(np.unique(starts(fit))) == 8
    wide = model("logistic").sample(chains=4, inits=5, **STILL)
    assert (abs(starts(wide)) > 0.0101).any()


def test_inits_of_zero_are_zero(model):
    np.testing.assert_allclose(starts(model("logistic").sample(chains=2, inits=0, **STILL)), 0, atol=1e-6)


def test_an_init_outside_the_constraint_ends_the_run(model):
    with pytest.raises(RuntimeError):
        model("bounded_data").sample(data={"scale": 1.0}, inits={"x": -1.0}, chains=1, show_progress=False)


def test_inits_may_name_what_is_not_a_parameter(model):
    fit = model("logistic").sample(chains=1, inits={"beta": [0.25, -0.75], "stranger": 3}, **STILL)
    np.testing.assert_allclose(starts(fit), [[0.25, -0.75]], atol=1e-6)


def test_inits_of_every_parameter_are_taken_whether_or_not_it_is_sampled(model):
    inits = {"mu": 1.0, "tau": 2.0, "theta": [float(j) for j in range(8)]}
    fit = model("eight_schools").sample(data=known.EIGHT_SCHOOLS, inits=inits, chains=2, seed=5, iter_sampling=2000, show_progress=False)
    known.assert_mean(known.by_chain(fit, "mu"), known.eight_schools()["mu"])


def test_a_pathfinder_or_a_mode_can_be_where_chains_start(model):
    mode = model("logistic").optimize(data=known.LOGISTIC, seed=5)
    fit = model("logistic").sample(inits=mode.create_inits() if hasattr(mode, "create_inits") else mode.stan_variables(), chains=1, **STILL)
    np.testing.assert_allclose(starts(fit)[0], mode.stan_variable("beta"), atol=1e-4)
    path = model("logistic").pathfinder(data=known.LOGISTIC, seed=5)
    inits = path.create_inits(chains=2, seed=3)
    fit = model("logistic").sample(inits=inits, chains=2, **STILL)
    np.testing.assert_allclose(starts(fit), [each["beta"] for each in inits], atol=1e-4)


@pytest.mark.parametrize("metric, shape", [("diag_e", (2, 2)), ("dense_e", (2, 2, 2))])
def test_adapted_metrics_are_near_the_variances(model, metric, shape):
    fit = model("logistic").sample(metric=metric, iter_warmup=2000, **LONG)
    assert fit.metric_type == metric and fit.metric.shape == shape
    diagonal = fit.metric if metric == "diag_e" else np.diagonal(fit.metric, axis1=1, axis2=2)
    variance = np.asarray(known.logistic().sd) ** 2
    assert (abs(np.log(diagonal / variance)) < np.log(2)).all(), f"{diagonal} beside {variance}"
    if metric == "dense_e":
        np.testing.assert_allclose(fit.metric, np.swapaxes(fit.metric, 1, 2))
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_the_unit_metric_has_the_posterior(model):
    fit = model("logistic").sample(metric="unit_e", **LONG)
    assert fit.metric_type == "unit_e"
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


@pytest.mark.parametrize("form", ["dictionary", "file", "list"])
def test_a_given_metric_is_the_one_used(model, tmp_path, form):
    given = {"inv_metric": [0.5, 0.25]}
    files = [tmp_path / "1.json", tmp_path / "2.json"]
    for file in files:
        file.write_text(json.dumps(given))
    metric = {"dictionary": given, "file": str(files[0]), "list": [str(file) for file in files]}[form]
    fit = model("logistic").sample(metric=metric, adapt_engaged=False, step_size=0.5, **LONG)
    np.testing.assert_allclose(fit.metric, [[0.5, 0.25]] * 2)
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_a_given_dense_metric_is_the_one_used(model):
    given = [[0.5, 0.1], [0.1, 0.25]]
    # cmdstanpy 1.2.5 sees by its shape that a metric is dense; 1.3.0 has to be told.
    knows = "inv_metric" in inspect.signature(model("logistic").sample).parameters
    how = {"metric": "dense_e", "inv_metric": {"inv_metric": given}} if knows else {"metric": {"inv_metric": given}}
    fit = model("logistic").sample(adapt_engaged=False, step_size=0.5, **how, **LONG)
    assert fit.metric_type == "dense_e"
    np.testing.assert_allclose(fit.metric, [given] * 2)
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_a_metric_of_the_wrong_size_is_refused(model):
    with pytest.raises(RuntimeError, match="inv_metric|metric"):
        model("logistic").sample(metric={"inv_metric": [0.5, 0.25, 0.125]}, **LONG)


def test_an_adapted_metric_can_be_given_to_the_next_run(model):
    first = model("logistic").sample(**LONG)
    second = model("logistic").sample(
        metric=[{"inv_metric": row.tolist()} for row in first.metric], step_size=first.step_size.tolist(), adapt_engaged=False, iter_warmup=0, **LONG)
    np.testing.assert_allclose(second.metric, first.metric, rtol=1e-5)
    known.assert_mean(known.by_chain(second, "beta"), known.logistic())


def test_a_metric_in_the_size_of_all_parameters_is_taken_or_refused_with_a_reason(model):
    """Some of eight schools' parameters may not be sampled; a metric of all ten of them is what Stan's users have."""
    metric = {"inv_metric": [1.0] * 10}
    try:
        fit = model("eight_schools").sample(
            data=known.EIGHT_SCHOOLS, metric=metric, chains=2, seed=5, iter_sampling=2000, show_progress=False)
    except RuntimeError as refused:
        assert "10" in str(refused) and "metric" in str(refused)
    else:
        known.assert_mean(known.by_chain(fit, "mu"), known.eight_schools()["mu"])
