"""The methods beside sampling, through cmdstanpy, with the numbers that they must give."""
from __future__ import annotations

import contextlib
import io

import cmdstanpy
import known
import numpy as np
import pytest

TUPLES = {"data": known.TUPLES, "seed": 5}


def logit(theta):
    return np.log(theta) - np.log1p(-theta)


@pytest.mark.parametrize("algorithm", [None, "LBFGS", "BFGS", "Newton"])
@pytest.mark.parametrize("jacobian, expected", [(False, 0.2), (True, 0.25)])
def test_optimize_finds_the_mode(model, algorithm, jacobian, expected):
    fit = model("bernoulli").optimize(data=known.BERNOULLI, seed=5, algorithm=algorithm, jacobian=jacobian)
    assert fit.converged
    assert float(fit.stan_variable("theta")) == pytest.approx(expected, abs=1e-3)
    assert fit.optimized_params_dict["lp__"] == pytest.approx(known.bernoulli_log_density(expected, jacobian), abs=1e-2)


def test_optimize_finds_the_mode_of_a_vector(model):
    fit = model("logistic").optimize(data=known.LOGISTIC, seed=5)
    np.testing.assert_allclose(fit.stan_variable("beta"), known.logistic_mode()[0], atol=1e-3)


def test_optimize_starts_where_it_is_told_and_keeps_its_path(model):
    fit = model("logistic").optimize(data=known.LOGISTIC, seed=5, inits={"beta": [1.5, -1.0]}, save_iterations=True)
    path = fit.optimized_iterations_np
    np.testing.assert_allclose(path[0, 1:3], [1.5, -1.0], atol=1e-6)
    np.testing.assert_array_equal(path[-1], fit.optimized_params_np)
    assert (np.diff(path[:, 0]) > -1e-8).all(), "the log density falls on the way"


def test_optimize_does_not_say_that_it_found_the_mode_of_an_unbounded_density(model):
    """With tau near zero and theta at mu the density of the program as written has no bound."""
    with pytest.raises(RuntimeError):
        model("eight_schools").optimize(data=known.EIGHT_SCHOOLS, seed=5)
    fit = model("eight_schools").optimize(data=known.EIGHT_SCHOOLS, seed=5, require_converged=False)
    assert not fit.converged and fit.optimized_params_np.shape == (11,)


def test_laplace_has_the_mode_and_the_curvature(model):
    mode, covariance = known.logistic_mode()
    fit = model("logistic").laplace_sample(data=known.LOGISTIC, seed=5, draws=4000)
    beta = fit.stan_variable("beta")
    assert beta.shape == (4000, 2)
    sd = np.sqrt(np.diag(covariance))
    assert (abs(beta.mean(0) - mode) < 5 * sd / np.sqrt(4000)).all()
    np.testing.assert_allclose(np.cov(beta.T), covariance, atol=0.15 * covariance.max())
    quadratic = -0.5 * np.einsum("ij,jk,ik->i", beta - mode, np.linalg.inv(covariance), beta - mode)
    np.testing.assert_allclose(fit.method_variables()["log_q__"], quadratic, atol=0.05 * abs(quadratic).max())


@pytest.mark.parametrize("jacobian, expected", [(True, 0.25), (False, 0.2)])
def test_laplace_is_taken_on_the_unconstrained_scale(model, jacobian, expected):
    fit = model("bernoulli").laplace_sample(data=known.BERNOULLI, seed=5, draws=4000, jacobian=jacobian)
    draws = logit(fit.stan_variable("theta"))
    sd = ((10 + 2 * jacobian) * expected * (1 - expected)) ** -0.5
    assert abs(draws.mean() - logit(expected)) < 5 * sd / np.sqrt(4000)
    assert draws.std() == pytest.approx(sd, rel=0.1)
    log_p = fit.method_variables()["log_p__"]
    theory = known.bernoulli_log_density(fit.stan_variable("theta"), jacobian)
    np.testing.assert_allclose(log_p - log_p[0], theory - theory[0], atol=1e-3)


def test_laplace_takes_a_mode_that_was_found_before(model, tmp_path):
    mode = model("logistic").optimize(data=known.LOGISTIC, seed=5, jacobian=True)
    fit = model("logistic").laplace_sample(data=known.LOGISTIC, mode=mode, seed=5, draws=200, output_dir=tmp_path)
    np.testing.assert_array_equal(fit.mode.optimized_params_np, mode.optimized_params_np)
    files = [str(file) for file in tmp_path.glob("*.csv")]
    again = cmdstanpy.from_csv(files)
    np.testing.assert_array_equal(again.draws(), fit.draws())


@pytest.mark.parametrize("algorithm", ["meanfield", "fullrank"])
def test_variational_finds_the_normal_that_is_nearest(model, algorithm):
    fit = model("logistic").variational(data=known.LOGISTIC, seed=5, algorithm=algorithm, draws=2000, require_converged=False)
    draws, nearest = fit.stan_variable("beta", mean=False), known.logistic_variational(algorithm == "fullrank")
    assert draws.shape == (2000, 2)
    assert (abs(draws.mean(0) - nearest.mean) < 0.3 * nearest.sd).all()
    ratio = draws.std(0) / nearest.sd
    assert ((ratio > 0.7) & (ratio < 1.4)).all()
    assert (abs(np.asarray(fit.stan_variable("beta", mean=True)) - draws.mean(0)) < 0.15 * nearest.sd).all()
    assert fit.eta > 0


@pytest.mark.skipif(cmdstanpy.__version__ == "1.3.0", reason="it looks for the step's adaptation in files that have none, CmdStan's too")
def test_variational_may_be_given_its_step(model):
    fit = model("logistic").variational(data=known.LOGISTIC, seed=5, adapt_engaged=False, eta=0.1, require_converged=False)
    nearest = known.logistic_variational(False)
    assert (abs(fit.stan_variable("beta", mean=False).mean(0) - nearest.mean) < 0.4 * nearest.sd).all()


def test_variational_that_has_not_converged_says_so(model):
    options = {"data": known.LOGISTIC, "seed": 5, "iter": 1, "adapt_engaged": False, "eta": 0.1}
    with pytest.raises(RuntimeError, match="may not have converged"):
        model("logistic").variational(**options)


def test_pathfinder_is_near_the_posterior(model):
    fit = model("logistic").pathfinder(data=known.LOGISTIC, seed=5, draws=2000)
    draws, expected = fit.stan_variable("beta"), known.logistic()
    assert draws.shape == (2000, 2) and fit.is_resampled
    assert (abs(draws.mean(0) - expected.mean) < 0.25 * expected.sd).all()
    ratio = draws.std(0) / expected.sd
    assert ((ratio > 0.7) & (ratio < 1.3)).all()


def test_pathfinder_without_resampling_keeps_every_draw_of_every_path(model):
    fit = model("logistic").pathfinder(data=known.LOGISTIC, seed=5, psis_resample=False, num_paths=3, num_single_draws=70)
    assert not fit.is_resampled and fit.stan_variable("beta").shape == (210, 2)


def test_pathfinder_without_densities_has_nan_for_most_of_them(model):
    fit = model("logistic").pathfinder(data=known.LOGISTIC, seed=5, calculate_lp=False)
    missing = np.isnan(fit.method_variables()["lp__"]).sum()
    assert fit.draws().shape[0] == 4000 and 3000 < missing < 4000


def test_pathfinder_and_variational_keep_the_constants_that_optimize_drops(model):
    """As in Stan, whose relative tolerance of the ELBO depends on it."""
    y = np.array(known.KNOWN_SD["y"])

    def kernel(mu):
        return -(mu**2) / 200 - ((y - mu[:, None]) ** 2).sum(1) / 8

    constants = -0.5 * 5 * np.log(2 * np.pi) - np.log(10) - 4 * np.log(2)
    paths = model("known_sd").pathfinder(data=known.KNOWN_SD, seed=5, sig_figs=12)
    np.testing.assert_allclose(paths.method_variables()["lp__"], kernel(paths.stan_variable("mu")) + constants, rtol=1e-8)
    variational = model("known_sd").variational(data=known.KNOWN_SD, seed=5, require_converged=False, sig_figs=12)
    sample = variational.variational_sample_pd
    np.testing.assert_allclose(sample["log_p__"], kernel(sample["mu"].to_numpy()) + constants, rtol=1e-8)
    mode = model("known_sd").optimize(data=known.KNOWN_SD, seed=5, sig_figs=12)
    assert mode.optimized_params_dict["lp__"] == pytest.approx(kernel(np.array([mode.optimized_params_dict["mu"]]))[0], rel=1e-8)


def test_one_path_and_its_draws(model):
    fit = model("logistic").pathfinder(data=known.LOGISTIC, seed=5, num_paths=1, draws=234)
    assert fit.stan_variable("beta").shape == (234, 2)


def test_a_path_with_an_impossible_init_is_left_out(model):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        fit = model("bernoulli").pathfinder(
            data=known.BERNOULLI, seed=5, num_paths=2, inits=[{"theta": 0.1}, {"theta": 1.1}], show_console=True)
    assert "Bounded variable is 1.1" in shown.getvalue()
    assert abs(fit.stan_variable("theta").mean() - 0.25) < 0.03


def test_methods_on_eight_schools_keep_all_of_its_parameters(model):
    """Approximations are poor on this funnel with any engine, so that the place is asked for, and not much more."""
    expected = known.eight_schools()["mu"]
    variational = model("eight_schools").variational(data=known.EIGHT_SCHOOLS, seed=5, require_converged=False)
    path = model("eight_schools").pathfinder(data=known.EIGHT_SCHOOLS, seed=5)
    for mu, theta in ((variational.stan_variable("mu", mean=False), variational.stan_variable("theta", mean=False)),
                      (path.stan_variable("mu"), path.stan_variable("theta"))):
        assert mu.shape == (1000,) and theta.shape == (1000, 8)
        assert abs(mu.mean() - expected.mean) < 2 * expected.sd


@pytest.mark.parametrize("source", ["fit", "files"])
def test_generated_quantities_belong_to_the_draws_they_are_made_from(model, source):
    fit = model("bernoulli").sample(data=known.BERNOULLI, chains=2, seed=5, sig_figs=12, show_progress=False)
    previous = fit if source == "fit" else list(fit.runset.csv_files)
    made = model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=previous, seed=7, sig_figs=12)
    assert made.column_names == tuple([f"y_rep[{n}]" for n in range(1, 11)] + [f"log_lik[{n}]" for n in range(1, 11)])
    theta = fit.draws_pd()["theta"].to_numpy()[:, None]
    y = np.array(known.BERNOULLI["y"])
    np.testing.assert_allclose(made.draws_pd(vars="log_lik").to_numpy(), np.log(np.where(y, theta, 1 - theta)), rtol=1e-6)
    replicated = made.stan_variable("y_rep")
    assert set(np.unique(replicated)) == {0, 1}
    assert abs(replicated.mean() - 0.25) < 0.03
    assert np.corrcoef(replicated.mean(1), theta[:, 0])[0, 1] > 0.4


def test_generated_quantities_have_a_row_for_saved_warmup_too(model):
    fit = model("bernoulli").sample(data=known.BERNOULLI, chains=1, seed=5, iter_warmup=30, iter_sampling=20, save_warmup=True, show_progress=False)
    made = model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=fit, seed=7)
    assert made.draws(inc_warmup=True).shape[0] == 50 and made.draws().shape[0] == 20


def test_generated_quantities_of_a_mode(model):
    mode = model("bernoulli").optimize(data=known.BERNOULLI, seed=5)
    made = model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=mode, seed=7)
    np.testing.assert_allclose(made.stan_variable("log_lik")[0, :2], np.log([0.8, 0.2]), atol=2e-3)


def test_generated_quantities_repeat_with_their_seed(model):
    fit = model("bernoulli").sample(data=known.BERNOULLI, chains=1, seed=5, iter_sampling=50, show_progress=False)
    made = [model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=fit, seed=seed).draws() for seed in (7, 7, 8)]
    np.testing.assert_array_equal(made[0], made[1])
    assert not np.array_equal(made[0], made[2])


def test_generated_quantities_of_another_model_are_refused(model):
    fit = model("logistic").sample(data=known.LOGISTIC, chains=1, seed=5, iter_sampling=50, show_progress=False)
    with pytest.raises((RuntimeError, ValueError, OSError)):
        model("bernoulli_ppc").generate_quantities(data=known.BERNOULLI, previous_fit=fit, seed=7)


@pytest.mark.parametrize("jacobian", [True, False])
def test_log_prob_is_the_density_and_its_gradient(model, jacobian):
    theta = 0.34903938392
    frame = model("bernoulli").log_prob({"theta": theta}, data=known.BERNOULLI, jacobian=jacobian, sig_figs=12)
    assert list(frame.columns) == ["lp__", "g_theta"]
    assert frame["lp__"][0] == pytest.approx(known.bernoulli_log_density(theta, jacobian), abs=1e-8)
    assert frame["g_theta"][0] == pytest.approx(2 + jacobian - (10 + 2 * jacobian) * theta, abs=1e-8)


def test_log_prob_of_eight_schools_is_that_of_the_program_as_written(model):
    """Whatever a sampler integrates out, this is a function of all ten parameters; a constant may be left out, so that two points are compared."""
    points = [{"mu": 1.0, "tau": 2.0, "theta": [float(j) for j in range(8)]}, {"mu": -3.0, "tau": 7.0, "theta": [5.0 - j for j in range(8)]}]
    frames = [model("eight_schools").log_prob(point, data=known.EIGHT_SCHOOLS, sig_figs=12) for point in points]
    assert list(frames[0].columns) == ["lp__", "g_mu", "g_tau"] + [f"g_theta.{j}" for j in range(1, 9)]
    expected = [known.eight_schools_log_density(point["mu"], point["tau"], np.array(point["theta"]), True) for point in points]
    assert frames[0]["lp__"][0] - frames[1]["lp__"][0] == pytest.approx(expected[0] - expected[1], abs=1e-6)


def test_log_prob_says_which_parameter_is_missing(model, caplog):
    with pytest.raises(RuntimeError, match="failed with return code"):
        model("bernoulli").log_prob({"stranger": 0.1}, data=known.BERNOULLI)
    assert "theta" in caplog.text


def test_diagnose_compares_gradients_with_finite_differences(model):
    if not hasattr(model("bernoulli"), "diagnose"):
        pytest.skip("this cmdstanpy has no diagnose")
    frame = model("bernoulli").diagnose(inits={"theta": 0.3}, data=known.BERNOULLI)
    assert list(frame.columns) == ["param_idx", "value", "model", "finite_diff", "error"] and list(frame["param_idx"]) == [0]
    assert frame["value"][0] == pytest.approx(logit(0.3), abs=1e-4)
    assert frame["model"][0] == pytest.approx(3 - 12 * 0.3, abs=1e-4)
    assert frame["finite_diff"][0] == pytest.approx(3 - 12 * 0.3, abs=1e-4)


def assert_tuples(theta, pair, many) -> None:
    """Of one draw: the quantities of tuples.stan are functions of theta and of the data."""
    assert float(pair[0]) == pytest.approx(float(theta), rel=1e-4)
    np.testing.assert_allclose(np.asarray(pair[1], float), [theta, 1 - theta], rtol=1e-4)
    assert [(int(first), float(second)) for first, second in many] == [(3, 2.5), (4, 4.5)]


def test_tuples_come_out_of_every_method(model):
    tuples = model("tuples")
    fits = [
        tuples.sample(chains=2, iter_sampling=500, show_progress=False, **TUPLES),
        tuples.pathfinder(**TUPLES),
        tuples.laplace_sample(**TUPLES),
    ]
    for fit in fits:
        theta, pair, many = (fit.stan_variable(name) for name in ("theta", "pair", "many"))
        assert abs(theta.mean() - 0.25) < 0.05
        for draw in (0, len(theta) // 2, -1):
            assert_tuples(theta[draw], pair[draw], many[draw])
    mode = tuples.optimize(**TUPLES)
    assert float(mode.stan_variable("theta")) == pytest.approx(0.2, abs=1e-3)
    variational = tuples.variational(require_converged=False, **TUPLES)
    draws = [variational.stan_variable(name, mean=False) for name in ("theta", "pair", "many")]
    assert_tuples(*(each[3] for each in draws))
