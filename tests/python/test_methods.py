"""Methods beside sampling give what the command line writes, to the bit."""

import contextlib
import json

import autumn
import numpy as np
import pytest

from files import column_names, read_csv

CODE = """
data { int N; vector[N] y; }
parameters { real mu; real<lower=0> s; vector[2] b; }
transformed parameters { matrix[2, 2] B = b * b'; }
model { mu ~ normal(0, 5); s ~ exponential(1); b ~ normal(0, 1); y ~ normal(mu + b[1], s); }
generated quantities { real z = normal_rng(mu, s); }
"""
DATA = {"N": 4, "y": [1.0, 2.0, 0.5, 1.2]}


@pytest.fixture
def both(cli, program, tmp_path):
    """A method in Python, and rows of the same from the command line."""

    def run(method: str, words: list, **options):
        path, data = program(CODE, DATA)
        cli(method, path, *data, "--seed", 3, "--output", "out.csv", "--quiet", *words)
        return getattr(autumn.Model(path), method)(DATA, seed=3, **options), *read_csv(tmp_path / "out.csv")

    return run


def check_rows(result, names, rows):
    """Files of methods have eight digits, or less."""
    for name in result:
        value = result.path(name) if isinstance(result, autumn.Optimum) else result[name][0]
        columns = [names.index(column) for column in column_names(name, value.shape[1:])]
        assert np.allclose(value.reshape(len(value), -1), rows[:, columns], rtol=1e-5, atol=1e-12), name
        assert len(value) == len(rows)


@pytest.mark.parametrize(
    "words, options",
    [
        ([], {}),
        (["--jacobian"], {"jacobian": True}),
        (["--algorithm", "bfgs", "--save-iterations"], {"algorithm": "bfgs", "save_iterations": True}),
        (["--algorithm", "newton", "--init", 0.1], {"algorithm": "newton", "init": 0.1}),
        (["--tol-obj", 1, "--iterations", 3], {"tol_obj": 1.0, "iterations": 3}),
    ],
    ids=str,
)
def test_optimize(both, words, options):
    best, names, rows = both("optimize", words, **options)
    check_rows(best, names, rows)
    assert best.log_density == pytest.approx(rows[-1, names.index("lp__")], rel=1e-5)
    assert best["B"].shape == (2, 2)
    assert repr(best).startswith("<autumn.Optimum of model: mu, s, b, B, z; log density")


@pytest.mark.parametrize(
    "words, options", [([], {}), (["--draws", 10, "--no-jacobian"], {"draws": 10, "jacobian": False})]
)
def test_laplace(both, words, options):
    draws, names, rows = both("laplace", words, **options)
    check_rows(draws, names, rows)
    assert set(draws.sample_stats) == {"log_p__", "log_q__"}


def test_laplace_at_a_mode():
    model = autumn.Model(stan_code=CODE)
    best = model.optimize(DATA, jacobian=True, seed=1)
    found, given = model.laplace(DATA, seed=2), model.laplace(DATA, seed=2, mode=best)
    assert given["mu"].mean() == pytest.approx(found["mu"].mean(), abs=1e-3)


@pytest.mark.parametrize(
    "words, options",
    [
        ([], {}),
        (["--paths", 2, "--draws", 50, "--path-draws", 60], {"paths": 2, "draws": 50, "path_draws": 60}),
        (["--no-resampling", "--threads", 1], {"resampling": False, "threads": 2}),
    ],
    ids=str,
)
def test_pathfinder(both, words, options):
    check_rows(*both("pathfinder", words, **options))


@pytest.mark.parametrize(
    "words, options", [([], {}), (["--algorithm", "fullrank", "--eta", 0.1], {"algorithm": "fullrank", "eta": 0.1})]
)
def test_variational(both, words, options):
    check_rows(*both("variational", words, **options))


def test_generate_quantities(cli, program, tmp_path):
    path, data = program(CODE, DATA)
    model = autumn.Model(path)
    cli("sample", path, *data, "--seed", 1, "--output", "draws", "--sig-figs", 18, "--chains", 2, "--quiet")
    files = [tmp_path / f"draws/chain_{k}.csv" for k in (1, 2)]
    cli("generate", path, *data, "--draws", *files, "--output", "made", "--seed", 9, "--sig-figs", 18)
    fit = model.sample(DATA, seed=1, chains=2)
    theirs = [read_csv(tmp_path / f"made/generated_{k}.csv") for k in (1, 2)]
    given = {name: fit[name] for name in ("mu", "s", "b")}
    for draws in (fit, files, [str(file) for file in files], given):
        made = model.generate_quantities(DATA, draws, seed=9)
        for chain, (names, rows) in enumerate(theirs):
            assert np.array_equal(made["z"][chain], rows[:, names.index("z")])
    with pytest.raises(autumn.ModelError, match="b.2"):
        model.generate_quantities(DATA, {**given, "b": fit["b"][:, :, :1]})
    with pytest.raises(autumn.ModelError, match="as many chains"):
        model.generate_quantities(DATA, {**given, "b": fit["b"][:1]})
    with pytest.raises(autumn.ModelError, match="no chains"):
        model.generate_quantities(DATA, {"mu": [1.0]})


def test_simulate(cli, program, tmp_path):
    path, data = program(CODE, DATA)
    cli("simulate", path, *data, "--seed", 4, "--runs", 2, "--output", "made")
    made = autumn.Model(path).simulate(DATA, seed=4, runs=2)
    for number, simulation in enumerate(made, 1):
        theirs = json.loads((tmp_path / f"made/data_{number}.json").read_text())
        assert np.array_equal(simulation.data["y"], theirs["y"])
        assert simulation.data["N"] == 4
        names, rows = read_csv(tmp_path / f"made/truth_{number}.csv")
        assert simulation.truth["mu"] == rows[0, names.index("mu")]
        assert simulation.truth["B"][1, 0] == rows[0, names.index("B.2.1")]
    alone = autumn.Model(path).simulate(DATA, seed=4)
    assert np.array_equal(alone.data["y"], made[0].data["y"])


def test_sbc(cli, program, tmp_path):
    path, data = program(CODE, DATA)
    words = ["--seed", 5, "--runs", 20, "--draws", 15, "--output", "sbc", "--quiet"]
    with contextlib.suppress(AssertionError):  # twenty runs prove nothing, which it says
        cli("sbc", path, *data, *words)
    seen = []
    found = autumn.Model(path).sbc(DATA, seed=5, runs=20, draws=15, progress=seen.append)
    names, rows = read_csv(tmp_path / "sbc/ranks.csv")
    names = [name.strip('"') for name in names]
    assert names == ["run", *found.ranks]
    for name, ranks in found.ranks.items():
        assert np.array_equal(ranks, rows[:, names.index(name)])
    assert json.loads(found.to_json()) == json.loads((tmp_path / "sbc/report.json").read_text())
    assert found.to_svg() == (tmp_path / "sbc/histogram.svg").read_text()
    assert (found.runs, found.draws, seen[-1]) == (20, 15, 20)
    assert set(found.p_values) == set(found.ranks)
    assert "mu" in str(found)
    assert "<svg" in found._repr_html_()


def test_check():
    model = autumn.Model(stan_code="parameters { real s; } model { real u; target += u + normal_lpdf(1 | 0, s); }")
    assert model.check() == []
    assert any("s" in text for text in model.check(pedantic=True))
    assert any("u" in text for text in model.check(warn_uninitialized=True))
    assert model.check(strict=True) == []
    with pytest.raises(autumn.ModelError, match="`y`"):
        autumn.Model(stan_code=CODE).check({"N": 2})
    assert autumn.Model(stan_code=CODE).check(DATA) == []
    with pytest.raises(autumn.ModelError, match="nobody"):
        autumn.Model(stan_code=CODE).check(DATA, keep="nobody")
    assert autumn.Model(stan_code=CODE).self_test(DATA)[0]
    assert "parameters {" in model.canonical()
    assert model.code.startswith("parameters { real s;")


def test_old_programs_are_updated():
    assert autumn.updated("parameters { real y[3]; }") == "parameters { array[3] real y; }"
