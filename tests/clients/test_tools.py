"""bin/stansummary and bin/diagnose, through cmdstanpy and alone, beside the same numbers from ArviZ."""
from __future__ import annotations

import subprocess

import arviz
import known
import numpy as np
import pytest


@pytest.fixture(scope="module")
def fit(model):
    return model("logistic").sample(data=known.LOGISTIC, chains=4, seed=5, iter_sampling=500, sig_figs=12, show_progress=False)


def test_summary_has_the_statistics_of_the_draws(fit):
    table = fit.summary(sig_figs=10)
    assert list(table.index) == ["lp__", "beta[1]", "beta[2]"]
    draws = known.by_chain(fit, "beta")
    for element in (0, 1):
        row, values = table.loc[f"beta[{element + 1}]"], draws[:, :, element]
        assert row["Mean"] == pytest.approx(values.mean(), rel=1e-6)
        assert row["StdDev"] == pytest.approx(values.std(ddof=1), rel=1e-3)
        np.testing.assert_allclose(row[["5%", "50%", "95%"]].astype(float), np.quantile(values, [0.05, 0.5, 0.95]), atol=0.02)
        assert row["MCSE"] == pytest.approx(arviz.mcse(values, method="mean"), rel=0.05)
        assert row["R_hat"] == pytest.approx(arviz.rhat(values, method="rank"), abs=2e-3)
        if "ESS_bulk" in table:
            assert row["ESS_bulk"] == pytest.approx(arviz.ess(values, method="bulk"), rel=0.02)
            assert row["ESS_tail"] == pytest.approx(arviz.ess(values, method="tail"), rel=0.05)
            assert row["MAD"] == pytest.approx(1.4826 * np.median(abs(values - np.median(values))), rel=0.02)


def test_summary_has_the_percentiles_that_are_asked_for(fit):
    table = fit.summary(percentiles=[1, 45, 99])
    assert [name for name in table.columns if name.endswith("%")] == ["1%", "45%", "99%"]


def test_formatted_lines_are_as_long_as_they_may_be(cmdstan, tmp_path):
    program = tmp_path / "long.stan"
    program.write_text("transformed data { real x = sum({1.0, 2.0, 3.0, 4.0, 5.0, 6.0}) + sum({1.0, 2.0, 3.0}); }")
    formatted = {width: subprocess.run([cmdstan / "bin" / "stanc", "--auto-format", f"--max-line-length={width}", program], capture_output=True, text=True).stdout
                 for width in (30, 78)}
    assert max(map(len, formatted[78].splitlines())) > 40
    assert max(map(len, formatted[30].splitlines())) <= 30
    assert "".join(formatted[30].split()) == "".join(formatted[78].split())


def test_files_of_different_programs_are_not_summed_up_together(model, fit, cmdstan):
    other = model("bernoulli").sample(data=known.BERNOULLI, chains=1, seed=5, iter_sampling=500, show_progress=False)
    files = [fit.runset.csv_files[0], other.runset.csv_files[0]]
    for tool in ("stansummary", "diagnose"):
        done = subprocess.run([cmdstan / "bin" / tool, *files], capture_output=True, text=True)
        assert done.returncode == 1 and "columns" in done.stdout


@pytest.mark.parametrize("words", [["-p", "a"], ["-i", "nothing"]])
def test_stansummary_refuses_what_it_does_not_know(fit, cmdstan, words):
    done = subprocess.run([cmdstan / "bin" / "stansummary", *words, *fit.runset.csv_files], capture_output=True, text=True)
    assert done.returncode == 1 and words[1] in done.stdout


def test_summary_of_matrices_is_by_rows(model):
    shapes = model("shapes").sample(fixed_param=True, chains=2, seed=5, iter_sampling=20, show_progress=False)
    names = [name for name in shapes.summary().index if name.startswith("m[")]
    assert names == [f"m[{i},{j}]" for i in (1, 2) for j in (1, 2, 3)]
    assert shapes.summary().loc["m[2,3]", "Mean"] == 23


@pytest.mark.parametrize("name, data, variable, expected", [
    ("known_sd", known.KNOWN_SD, "mu", known.known_sd()), ("bernoulli", known.BERNOULLI, "theta", known.bernoulli())])
def test_summary_of_a_model_with_nothing_left_to_sample(model, name, data, variable, expected):
    collapsed = model(name).sample(data=data, chains=4, seed=5, show_progress=False)
    row = collapsed.summary().loc[variable]
    assert abs(row["Mean"] - expected.mean) < 5 * expected.sd / np.sqrt(500)
    assert row["R_hat"] < 1.05


def test_the_table_of_the_tool_can_be_read_by_a_person(fit, cmdstan):
    done = subprocess.run([cmdstan / "bin" / "stansummary", *fit.runset.csv_files], capture_output=True, text=True)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "Inference for Stan model: logistic_model"
    assert lines[1].startswith("4 chains: each with iter=500; warmup=1000; thin=1;")
    assert any(line.split()[:3] == ["Mean", "MCSE", "StdDev"] for line in lines)
    assert any(line.startswith("beta[2]") for line in lines)


def test_diagnose_finds_nothing_wrong_with_a_good_run(fit):
    text = fit.diagnose()
    for phrase in ("Treedepth satisfactory for all transitions.", "No divergent transitions found.", "E-BFMI satisfactory"):
        assert phrase in text
    assert "effective sample size satisfactory" in text.lower()
    assert "no problems detected" in text


def test_diagnose_counts_what_is_wrong(fit, cmdstan, tmp_path):
    """In a file whose numbers of depth and divergence are written over, so that the counts are known."""
    lines = open(fit.runset.csv_files[0]).read().splitlines()
    first = next(n for n, line in enumerate(lines) if line and not line.startswith("#")) + 1
    rows = [n for n in range(first, len(lines)) if not lines[n].startswith("#")]
    for position, n in enumerate(rows):
        values = lines[n].split(",")
        values[3], values[5] = ("10" if position < 37 else "3"), ("1" if position < 12 else "0")
        lines[n] = ",".join(values)
    file = tmp_path / "marked.csv"
    file.write_text("\n".join(lines) + "\n")
    text = subprocess.run([cmdstan / "bin" / "diagnose", file], capture_output=True, text=True, check=True).stdout
    assert "37 of 500 (7.40%) transitions hit the maximum treedepth limit of 10, or 2^10 leapfrog steps." in text
    assert "12 of 500 (2.40%) transitions ended with a divergence." in text
    assert "Processing complete." in text and "no problems detected" not in text


def test_diagnose_sees_chains_that_disagree(model, fit, cmdstan):
    other = dict(known.LOGISTIC, y=[1 - y for y in known.LOGISTIC["y"]])
    opposite = model("logistic").sample(data=other, chains=1, seed=5, iter_sampling=500, show_progress=False)
    files = [fit.runset.csv_files[0], opposite.runset.csv_files[0]]
    text = subprocess.run([cmdstan / "bin" / "diagnose", *files], capture_output=True, text=True, check=True).stdout
    assert "R-hat greater than" in text and "beta[1]" in text


def test_tools_refuse_files_that_are_not_there(cmdstan):
    assert subprocess.run([cmdstan / "bin" / "stansummary", "nowhere.csv"], capture_output=True).returncode != 0
    assert subprocess.run([cmdstan / "bin" / "diagnose", "nowhere.csv"], capture_output=True).returncode != 0
