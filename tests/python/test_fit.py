"""What a fit says of itself."""

import json
import pickle
import subprocess
import sys

import autumn
import numpy as np
import pytest

DIVERGING = """
parameters { real<lower=0> t; vector[9] x; }
model { t ~ lognormal(0, 3); x ~ normal(0, t); }
"""


def test_summary(fit, cli, tmp_path):
    summary = fit.summary()
    assert list(summary)[:3] == ["lp__", "mu", "tau"]
    assert list(summary)[-1] == "theta[8]"
    theta = summary["theta[3]"]
    assert theta.mean == pytest.approx(fit["theta"][:, :, 2].mean(), rel=1e-12)
    assert theta.q5 < theta.q50 < theta.q95
    assert str(summary) == repr(summary)
    assert "theta[8]" in str(summary)
    assert summary.to_pandas().loc["mu", "rhat"] == summary["mu"].rhat
    assert np.array_equal(summary.column("sd"), summary.to_pandas()["sd"])
    assert "<table>" in summary._repr_html_()
    with pytest.raises(autumn.ModelError, match="is not one of mean"):
        summary.column("median")


def test_summary_is_that_of_the_command_line(fit, cli, tmp_path):
    from conftest import ROOT

    words = ("--data", ROOT / "examples/eight_schools.json", "--seed", 1, "--summary", "s.json", "--quiet")
    cli("sample", ROOT / "examples/eight_schools.stan", *words)
    theirs, ours = json.loads((tmp_path / "s.json").read_text()), json.loads(fit.to_json())
    for account in (theirs, ours):
        account.pop("timings")
    assert ours == theirs


def test_what_it_knows(fit, eight_schools):
    assert list(fit) == ["mu", "tau", "theta"]
    assert (len(fit), fit.chains, fit.draws_per_chain, fit.seed) == (3, 4, 1000, 1)
    assert fit.block("theta") == "parameters"
    assert fit.model is eight_schools
    assert fit.account.startswith("collapsed 9 of 10 dimensions: mu, theta (Gaussian); sampling 1: tau")
    assert not fit.is_interrupted
    assert fit.gradients > 1000
    assert {"warmup", "sampling", "plan"} <= set(fit.timings)
    assert fit.step_size.shape == (4,)
    assert [metric.shape for metric in fit.inverse_metric] == [(1,)] * 4
    assert fit.notes == []
    assert set(fit.sample_stats) == {
        "lp__", "accept_stat__", "stepsize__", "treedepth__", "n_leapfrog__", "divergent__", "energy__",
    }  # fmt: skip
    assert fit["lp__"].shape == (4, 1000)
    assert repr(fit) == "<autumn.Fit of eight_schools: 4 chains of 1000 draws: mu, tau, theta>"
    assert "collapsed" in fit._repr_html_()


def test_warnings():
    fit = autumn.Model(stan_code=DIVERGING).sample(seed=1, marginalize="none", chains=2, jumps="none")
    assert fit.warnings
    assert all(w.finding and w.meaning and w.advice for w in fit.warnings)
    assert str(fit.warnings[0]).count("\n") == 2
    assert fit.sample_stats["divergent__"].sum() > 0


def test_nothing_to_sample():
    fit = autumn.Model(stan_code="generated quantities { real x = normal_rng(0, 1); }").sample(seed=1)
    assert fit["x"].shape == (4, 1000)
    assert len(autumn.Model(stan_code="model {}").sample(seed=1)) == 0


def test_generated_quantities_that_fail_are_noted():
    code = 'generated quantities { real x = normal_rng(0, 1); if (x > 1) reject("too large: ", x); }'
    fit = autumn.Model(stan_code=code).sample(seed=1, chains=1)
    assert "too large" in fit.notes[0]


def test_prints_go_to_python(capsys):
    code = 'transformed data { print("hello ", 1); } parameters { real x; } model { x ~ normal(0, 1); }'
    autumn.Model(stan_code=code).sample(seed=1, draws=5, chains=1)
    assert "hello 1" in capsys.readouterr().out


def test_progress_is_shown_where_it_is_asked_for(eight_schools, schools, capsys):
    eight_schools.sample(schools, seed=1)
    assert capsys.readouterr().err == ""
    eight_schools.sample(schools, seed=1, chains=2, progress=True)
    error = capsys.readouterr().err
    assert "chain 1" in error
    assert "chain 2" in error
    assert "divergences" in error
    eight_schools.sample(schools, seed=1, progress=False)
    assert capsys.readouterr().err == ""


def test_progress_on_a_terminal():
    code = (
        "import autumn; autumn.Model(stan_code='parameters { vector[100] x; } model { x ~ normal(0, 1); }')"
        ".sample(seed=1, marginalize='none', jumps='none')"
    )
    import os
    import pty

    leader, follower = pty.openpty()
    child = subprocess.Popen([sys.executable, "-c", code], stderr=follower, stdout=subprocess.DEVNULL)
    os.close(follower)
    text = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    assert child.wait() == 0
    assert b"chain 4" in text
    assert b"done" in text
    assert b"step" in text


def test_fits_are_not_pickled_by_mistake(fit):
    with pytest.raises(TypeError):
        pickle.dumps(fit)
