"""The executables without a client: the argument grammar, exit codes, and the phrases that cmdstanr's console reader looks for."""
from __future__ import annotations

import json
import re

import known
import numpy as np
import pytest


@pytest.fixture
def logistic(model, tmp_path):
    (tmp_path / "data.json").write_text(json.dumps(known.LOGISTIC))
    return model("logistic").exe_file


def table(file) -> tuple[list[str], np.ndarray]:
    lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
    return lines[0].split(","), np.array([line.split(",") for line in lines[1:]], float)


def test_without_arguments_the_usage_is_printed_and_the_exit_code_is_one(logistic, run):
    done = run(logistic)
    assert done.returncode == 1 and done.stdout.startswith("Usage: ") and done.stderr == ""
    for method in ("sample", "optimize", "variational", "diagnose", "generate_quantities", "pathfinder", "log_prob", "laplace"):
        assert re.search(rf"^  {method} ", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("words, named", [
    (["help"], "Usage: "), (["help-all"], "num_samples=<int>"), (["sample", "help"], "Valid subarguments: num_samples, num_warmup"),
    (["sample", "help-all"], "max_depth=<int>"), (["sample", "adapt", "help"], "save_metric"), (["output", "help"], "diagnostic_file"),
    (["id", "help"], "id=<int>")])
def test_help_is_given_at_every_level(logistic, run, words, named):
    done = run(logistic, *words)
    assert done.returncode == 0 and named in done.stdout


def test_info_is_keys_and_values(logistic, run):
    done = run(logistic, "info")
    assert done.returncode == 0
    pairs = dict(re.split(r"\s*=\s*", line) for line in done.stdout.strip().splitlines())
    assert {"stan_version_major", "stan_version_minor", "stan_version_patch", "STAN_THREADS", "STAN_MPI", "STAN_OPENCL"} <= set(pairs)


@pytest.mark.parametrize("words, phrases", [
    (["sampl"], ["sampl is either mistyped or misplaced.", "A method must be specified!"]),
    (["sample", "delta=0.9"], ["delta=0.9 is either mistyped or misplaced.", "Perhaps you meant", "method=sample adapt delta=<double>"]),
    (["sample", "num_samples=abc"], ['abc is not a valid value for "num_samples"', "Valid values: 0 <= num_samples"]),
    (["sample", "adapt", "delta=2"], ['2 is not a valid value for "delta"']),
    (["sample", "algorithm=hmc", "metric=round"], ['round is not a valid value for "metric"', "Valid values: unit_e, diag_e, dense_e"]),
    (["data", "file=data.json"], ["A method must be specified!"]),
    (["sample", "random", "seed=-2"], ['-2 is not a valid value for "seed"']),
])
def test_bad_arguments_are_explained_on_the_error_stream(logistic, run, words, phrases):
    done = run(logistic, *words)
    assert done.returncode == 1
    for phrase in [*phrases, "Failed to parse command arguments, cannot run model."]:
        assert phrase in done.stderr


def test_arguments_are_taken_in_any_order(logistic, run, tmp_path):
    common = ["num_samples=20", "num_warmup=100"]
    orders = [
        ["id=2", "random", "seed=5", "data", "file=data.json", "init=1", "output", "file=a.csv", "refresh=0", "method=sample", *common,
         "algorithm=hmc", "engine=nuts", "max_depth=8", "metric=diag_e", "adapt", "delta=0.9", "engaged=1"],
        ["sample", "adapt", "delta=0.9", *common, "algorithm=hmc", "metric=diag_e", "engine=nuts", "max_depth=8", "output", "refresh=0", "file=b.csv",
         "init=1", "data", "file=data.json", "random", "seed=5", "id=2"],
    ]
    for words in orders:
        done = run(logistic, *words)
        assert done.returncode == 0, done.stderr
    names, first = table(tmp_path / "a.csv")
    np.testing.assert_array_equal(first, table(tmp_path / "b.csv")[1])
    assert len(first) == 20 and names[-2:] == ["beta.1", "beta.2"]


def test_the_console_begins_with_the_arguments_and_an_empty_line(logistic, run):
    done = run(logistic, "sample", "num_samples=10", "data", "file=data.json", "random", "seed=5")
    lines = done.stdout.splitlines()
    assert lines[:3] == ["method = sample (Default)", "  sample", "    num_samples = 10"]
    empty = lines.index("")
    assert lines[empty - 1].startswith("num_threads = 1")
    for phrase in (" Elapsed Time: ", " seconds (Warm-up)", " seconds (Sampling)", " seconds (Total)"):
        assert sum(phrase in line for line in lines) == 1
    assert re.search(r"^Gradient evaluation took \S+ seconds$", done.stdout, re.MULTILINE)


def test_the_header_of_a_file_repeats_the_arguments(logistic, run, tmp_path):
    run(logistic, "sample", "num_samples=10", "data", "file=data.json", "random", "seed=5", "output", "file=out.csv")
    text = (tmp_path / "out.csv").read_text()
    for line in ("# stan_version_major = 2", "# model = logistic_model", "# method = sample (Default)", "#     num_samples = 10", "#     thin = 1 (Default)",
                 "#         metric = diag_e (Default)", "# id = 1 (Default)", "#   file = data.json", "#   seed = 5", "# Adaptation terminated",
                 "# Diagonal elements of inverse mass matrix:"):
        assert line in text.splitlines(), line
    assert re.search(r"^# Step size = \S+$", text, re.MULTILINE)
    assert re.search(r"^#  Elapsed Time: \S+ seconds \(Warm-up\)\n#                \S+ seconds \(Sampling\)\n#                \S+ seconds \(Total\)\n# $",
                     text, re.MULTILINE)


def test_a_suffix_is_added_and_directories_are_refused(logistic, run, tmp_path):
    assert run(logistic, "sample", "num_samples=10", "data", "file=data.json", "output", "file=plain").returncode == 0
    assert (tmp_path / "plain.csv").exists()
    done = run(logistic, "sample", "data", "file=data.json", "output", "file=folder/")
    assert done.returncode == 1 and "Ill-formed output filename" in done.stderr


def test_several_chains_of_one_process_are_numbered_from_the_id(logistic, run, tmp_path):
    done = run(logistic, "sample", "num_chains=2", "num_samples=10", "id=3", "data", "file=data.json", "random", "seed=5", "output", "file=out.csv")
    assert done.returncode == 0, done.stderr
    alone = run(logistic, "sample", "num_samples=10", "id=4", "data", "file=data.json", "random", "seed=5", "output", "file=alone.csv")
    assert alone.returncode == 0
    assert (tmp_path / "out_3.csv").exists()
    np.testing.assert_array_equal(table(tmp_path / "out_4.csv")[1], table(tmp_path / "alone.csv")[1])


def test_metric_and_configuration_are_saved_as_json(logistic, run, tmp_path):
    done = run(logistic, "sample", "num_samples=10", "adapt", "save_metric=1", "data", "file=data.json", "random", "seed=5", "output", "file=out.csv",
               "save_cmdstan_config=1")
    assert done.returncode == 0, done.stderr
    metric = json.loads((tmp_path / "out_metric.json").read_text())
    assert metric["metric_type"] == "diag_e" and len(metric["inv_metric"]) == 2 and metric["stepsize"] > 0
    config = json.loads((tmp_path / "out_config.json").read_text())
    assert config["model_name"] == "logistic_model" and config["random"]["seed"] == 5
    sample = config["method"]["sample"]
    assert config["method"]["value"] == "sample" and sample["num_samples"] == 10
    assert sample["algorithm"]["hmc"]["engine"]["nuts"]["max_depth"] == 10
    # CmdStan 2.37 could not read its own file back, since it refused the text in it.
    again = run(logistic, "sample", "num_warmup=0", "num_samples=10", "algorithm=hmc", "metric_file=out_metric.json", "adapt", "engaged=0", "data",
                "file=data.json", "output", "file=again.csv")
    assert again.returncode == 0, again.stderr


@pytest.mark.parametrize("words, phrase", [
    (["sample", "data", "file=nowhere.json"], "nowhere.json"),
    (["sample", "data", "file=data.json", "init=nowhere.json"], "nowhere.json"),
    (["sample", "num_warmup=0", "data", "file=data.json"], "num_warmup"),
    (["sample", "num_chains=2", "algorithm=hmc", "engine=static", "data", "file=data.json"], "static"),
    (["sample", "adapt", "engaged=0", "save_metric=1", "data", "file=data.json"], "save_metric"),
    (["generate_quantities", "data", "file=data.json"], "fitted_params"),
    (["generate_quantities", "fitted_params=output.csv", "data", "file=data.json"], "output"),
    (["laplace", "data", "file=data.json"], "mode"),
    (["log_prob", "data", "file=data.json"], "parameter"),
])
def test_runs_that_cannot_be_are_refused_on_the_error_stream(logistic, run, words, phrase):
    done = run(logistic, *words)
    assert done.returncode == 1 and phrase in done.stderr


@pytest.mark.parametrize("output", ["out.csv", "./out.csv", "out", "folder/../out.csv"])
def test_draws_are_not_overwritten_by_what_is_made_of_them(model, run, tmp_path, output):
    (tmp_path / "data.json").write_text(json.dumps(known.BERNOULLI))
    (tmp_path / "folder").mkdir()
    executable = model("bernoulli_ppc").exe_file
    assert run(executable, "sample", "num_samples=10", "data", "file=data.json", "output", "file=out.csv").returncode == 0
    before = (tmp_path / "out.csv").read_text()
    done = run(executable, "generate_quantities", "fitted_params=out.csv", "data", "file=data.json", "output", f"file={output}")
    assert done.returncode == 1 and "Filename conflict" in done.stderr
    assert (tmp_path / "out.csv").read_text() == before


@pytest.mark.parametrize("words, phrase", [
    (["sample", "num_chains=3", "output", "file=a.csv,b.csv"], "list of 2 files, but there are 3 chains"),
    (["sample", "num_chains=2", "output", "file=a.csv,a.csv"], "twice"),
    (["sample", "output", "file=a.csv,b.csv"], "there is 1 chain"),
    (["sample", "num_chains=3", "init=a.json,b.json"], "list of 2 files"),
])
def test_lists_of_files_have_one_for_each_chain(logistic, run, words, phrase):
    done = run(logistic, *words, "data", "file=data.json")
    assert done.returncode == 1 and phrase in done.stderr


@pytest.mark.parametrize("written", ["8.0", "8.5", "1e1", "99999999999"])
def test_a_dump_with_a_number_that_is_no_integer_says_so(logistic, run, tmp_path, written):
    (tmp_path / "data.R").write_text(f"N <- {written}\nx <- c(1, 2)\ny <- c(0, 1)\n")
    done = run(logistic, "sample", "data", "file=data.R")
    assert done.returncode == 1 and "int" in done.stderr and "N" in done.stderr


def test_errors_that_are_not_of_initial_values_do_not_say_so(logistic, run):
    done = run(logistic, "sample", "data", "file=data.json", "output", "file=nowhere/out.csv")
    assert done.returncode == 1 and "nowhere" in done.stderr
    assert "nitialization" not in done.stderr and "Rejecting" not in done.stdout


def test_a_metric_of_the_wrong_size_is_no_trouble_of_initial_values(logistic, run, tmp_path):
    (tmp_path / "metric.json").write_text('{"inv_metric": [1, 2, 3]}')
    done = run(logistic, "sample", "algorithm=hmc", "metric_file=metric.json", "data", "file=data.json")
    assert done.returncode == 1 and "(3), but 2 dimensions are sampled" in done.stderr
    assert "nitial" not in done.stderr and "Rejecting" not in done.stdout


def test_diagnose_writes_its_table_to_both(logistic, run, tmp_path):
    done = run(logistic, "diagnose", "test=gradient", "data", "file=data.json", "random", "seed=5", "output", "file=diagnose.csv")
    assert done.returncode == 0, done.stderr
    assert "TEST GRADIENT MODE" in done.stdout and re.search(r"^ Log probability=\S+$", done.stdout, re.MULTILINE)
    heading = " param idx           value           model     finite diff           error"
    assert heading in done.stdout.splitlines() and f"# {heading}" in (tmp_path / "diagnose.csv").read_text().splitlines()


def test_optimize_prints_its_table_and_its_reason(logistic, run):
    done = run(logistic, "optimize", "data", "file=data.json", "random", "seed=5")
    assert done.returncode == 0
    assert re.search(r"^Initial log joint probability = \S+$", done.stdout, re.MULTILINE)
    assert "    Iter      log prob        ||dx||      ||grad||       alpha      alpha0  # evals  Notes " in done.stdout.splitlines()
    assert re.search(r"^Optimization terminated normally: \n  \S+", done.stdout, re.MULTILINE)


def test_single_paths_are_saved_beside_the_result(logistic, run, tmp_path):
    done = run(logistic, "pathfinder", "num_paths=2", "num_psis_draws=40", "save_single_paths=1", "data", "file=data.json", "random", "seed=5", "output",
               "file=paths.csv")
    assert done.returncode == 0, done.stderr
    names, rows = table(tmp_path / "paths.csv")
    assert names[:2] == ["lp_approx__", "lp__"] and len(rows) == 40
    for path in (1, 2):
        names, rows = table(tmp_path / f"paths_path_{path}.csv")
        assert names[:2] == ["lp_approx__", "lp__"] and len(rows) == 1000
        assert json.loads((tmp_path / f"paths_path_{path}.json").read_text())["0"]["iter"] == 0
