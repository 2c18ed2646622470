"""One process with several chains, which is what clients start when an executable says it has threads."""
from __future__ import annotations

import cmdstanpy
import known
import numpy as np
import pytest

OPTIONS = {"data": known.LOGISTIC, "chains": 2, "seed": 5, "iter_warmup": 200, "iter_sampling": 300, "show_progress": False}


@pytest.fixture(scope="module")
def threaded(shelf):
    """In a file of its own, so that the other tests keep an executable without threads."""
    file = shelf / "logistic_threaded.stan"
    file.write_text((shelf / "logistic.stan").read_text())
    return cmdstanpy.CmdStanModel(stan_file=file, cpp_options={"STAN_THREADS": "TRUE"})


def test_flags_of_the_build_are_what_the_executable_reports(threaded, model):
    assert threaded.exe_info()["STAN_THREADS"].lower() == "true"
    assert model("logistic").exe_info()["STAN_THREADS"].lower() == "false"
    assert int(model("logistic").exe_info()["stan_version_minor"]) >= 36


def test_two_chains_of_one_process_have_the_posterior(threaded):
    fit = threaded.sample(threads_per_chain=1, parallel_chains=2, force_one_process_per_chain=False, **OPTIONS)
    assert len(set(fit.runset.stdout_files)) == 1, "cmdstanpy started more than one process"
    assert len(fit.runset.csv_files) == 2
    known.assert_mean(known.by_chain(fit, "beta"), known.logistic())


def test_chains_of_one_process_draw_what_chains_of_two_processes_draw(threaded):
    together = threaded.sample(force_one_process_per_chain=False, **OPTIONS)
    apart = threaded.sample(force_one_process_per_chain=True, **OPTIONS)
    np.testing.assert_array_equal(together.draws(), apart.draws())


def test_more_threads_do_not_change_draws(threaded):
    one = threaded.sample(threads_per_chain=1, parallel_chains=1, force_one_process_per_chain=False, **OPTIONS)
    many = threaded.sample(threads_per_chain=2, parallel_chains=2, force_one_process_per_chain=False, **OPTIONS)
    np.testing.assert_array_equal(one.draws(), many.draws())


def test_lines_of_progress_name_the_chain_in_a_shared_process(threaded):
    fit = threaded.sample(force_one_process_per_chain=False, refresh=100, **OPTIONS)
    lines = open(fit.runset.stdout_files[0]).read().splitlines()
    for chain in (1, 2):
        assert f"Chain [{chain}] Iteration:   1 / 500 [  0%]  (Warmup)" in lines
        assert f"Chain [{chain}] Iteration: 500 / 500 [100%]  (Sampling)" in lines


def test_inits_and_metrics_are_given_to_a_shared_process(threaded):
    inits = [{"beta": [0.1, 0.2]}, {"beta": [-0.1, 0.3]}]
    # The same for both, since cmdstanpy 1.2.5 gives a shared process the first metric only.
    metric = [{"inv_metric": [0.5, 0.6]}] * 2
    options = dict(OPTIONS, inits=inits, metric=metric, adapt_engaged=False, step_size=0.5)
    together = threaded.sample(force_one_process_per_chain=False, **options)
    apart = threaded.sample(force_one_process_per_chain=True, **options)
    np.testing.assert_allclose(together.metric, [[0.5, 0.6]] * 2)
    np.testing.assert_array_equal(together.draws(), apart.draws())


def test_pathfinder_runs_its_paths_in_threads(threaded):
    fit = threaded.pathfinder(data=known.LOGISTIC, seed=5, num_threads=2, num_paths=4, show_console=False)
    assert fit.stan_variable("beta").shape == (1000, 2)


def test_a_number_of_threads_in_the_environment_is_no_error_without_threads(model):
    fit = model("logistic").sample(threads_per_chain=3, **OPTIONS)
    assert fit.draws().shape[:2] == (300, 2)
