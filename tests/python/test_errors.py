"""Mistakes of every kind become exceptions with the engine's message, and the interpreter lives on."""

import autumn
import numpy as np
import pytest


def test_programs(tmp_path):
    with pytest.raises(autumn.ModelError, match=r"model.stan:1:\d+"):
        autumn.Model(stan_code="parameters { real x }")
    with pytest.raises(autumn.ModelError, match="unknown|not declared|no variable"):
        autumn.Model(stan_code="model { y ~ normal(0, 1); }")
    with pytest.raises(autumn.ModelError, match="nowhere.stan"):
        autumn.Model(tmp_path / "nowhere.stan")
    with pytest.raises(autumn.ModelError):
        autumn.Model(stan_code='#include "other.stan"\nmodel {}')
    with pytest.raises(autumn.ModelError, match=str(tmp_path)):
        autumn.Model(tmp_path)
    for arguments in ({}, {"stan_file": "a", "stan_code": "b"}):
        with pytest.raises(TypeError, match="either a stan_file or stan_code"):
            autumn.Model(**arguments)
    with pytest.raises(TypeError, match="text"):
        autumn.Model(stan_code=3)


def test_includes(tmp_path):
    (tmp_path / "part.stan").write_text("parameters { real x; }")
    code = '#include "part.stan"\nmodel { x ~ normal(0, 1); }'
    for paths in (tmp_path, [tmp_path], str(tmp_path), (str(tmp_path),)):
        assert list(autumn.Model(stan_code=code, include_paths=paths).sample(seed=1, draws=5)) == ["x"]


@pytest.mark.parametrize(
    "options, kind, message",
    [
        ({"chains": 0}, autumn.ModelError, "chains must be at least 1, got 0"),
        ({"chains": -1}, autumn.ModelError, "chains must be at least 1, got -1"),
        ({"chains": 2.5}, TypeError, "chains must be a whole number, got 2.5"),
        ({"chains": True}, TypeError, "chains must be a whole number"),
        ({"chains": "4"}, TypeError, "chains must be a whole number"),
        ({"draws": 0}, autumn.ModelError, "draws must be at least 1"),
        ({"draws": -5}, autumn.ModelError, "0 or more"),
        ({"draws": 2**62}, autumn.ModelError, "memory|too many"),
        ({"warmup": -1}, autumn.ModelError, "warmup must be"),
        ({"warmup": "often"}, autumn.ModelError, "warmup must be"),
        ({"thin": 0}, autumn.ModelError, "thin must be"),
        ({"thin": "auto", "save_warmup": True}, autumn.ModelError, "warm"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": 2**64}, ValueError, "seed must be"),
        ({"seed": "one"}, TypeError, "seed must be a whole number"),
        ({"threads": -1}, autumn.ModelError, "threads must be at least 0"),
        ({"threads": 100_000}, autumn.ModelError, "threads must be at most"),
        ({"metric": "diag"}, autumn.ModelError, "metric: `diag` is not one of auto, dense_e, diag_e, unit_e"),
        ({"algorithm": "hmc"}, autumn.ModelError, "is not one of fixed_param, nuts, static"),
        ({"marginalize": "some"}, autumn.ModelError, "is not one of all, auto, none"),
        ({"centring": "yes"}, autumn.ModelError, "is not one of"),
        ({"jumps": "yes"}, autumn.ModelError, "is not one of"),
        ({"adapt_delta": 1.5}, autumn.ModelError, "adapt_delta must be between 0 and 1"),
        ({"adapt_delta": "high"}, TypeError, "adapt_delta must be a number"),
        ({"adapt_delta": float("nan")}, autumn.ModelError, "adapt_delta"),
        ({"max_depth": 0}, autumn.ModelError, "max_depth must be 1 or more"),
        ({"step_size": -1.0}, autumn.ModelError, "stepsize must be positive"),
        ({"init": -1.0}, autumn.ModelError, "init"),
        ({"init": {"tau": [1.0, 2.0]}}, autumn.ModelError, "tau"),
        ({"init": {"tau": -1.0}}, autumn.ModelError, "tau"),
        ({"init": "nowhere.json"}, autumn.ModelError, "nowhere.json"),
        ({"keep": "teta"}, autumn.ModelError, "teta"),
        ({"keep": 3}, TypeError, "keep must be a name or a list of names"),
        ({"collapse": [3]}, TypeError, "collapse must be"),
        ({"without_pass": "nothing"}, autumn.ModelError, "nothing"),
        ({"format": "parquet", "output": "x"}, autumn.ModelError, "is not one of binary, csv"),
        ({"chain": 3}, TypeError, "unexpected keyword"),
    ],
    ids=str,
)
def test_options(eight_schools, schools, options, kind, message):
    with pytest.raises(kind, match=message):
        eight_schools.sample(schools, **options)


def test_points_that_are_refused_are_explained():
    model = autumn.Model(stan_code='parameters { real x; } model { reject("never at ", x); }')
    with pytest.raises(autumn.ModelError, match="never at"):
        model.sample(seed=1)


def test_improper_posteriors_are_refused():
    model = autumn.Model(stan_code="parameters { real x; real y; } model { x ~ normal(y, 1); }")
    with pytest.raises(autumn.ModelError, match="improper|no finite integral|not determined|undetermined"):
        model.sample(seed=1)


def test_wrong_points(eight_schools, schools):
    density = eight_schools.density(schools)
    for point in (np.zeros(9), []):
        with pytest.raises(autumn.ModelError, match="10 dimensions"):
            density.value_and_gradient(np.asarray(point, dtype=float))
    for point in (np.zeros((2, 5)), "point", None, [1j] * 10):
        with pytest.raises(TypeError):
            density.value(point)
    with pytest.raises(autumn.ModelError, match="there is no value for the parameter"):
        density.unconstrain({"mu": 1.0})
    with pytest.raises(autumn.ModelError, match="tau"):
        density.unconstrain({"mu": 1.0, "tau": -1.0, "theta": np.zeros(8)})
    with pytest.raises(autumn.ModelError, match="Jacobian"):
        eight_schools.density(schools, collapsed=True, jacobian=False)


def test_names_that_are_not_there(fit):
    with pytest.raises(KeyError, match="did you mean `theta`"):
        fit["teta"]
    with pytest.raises(autumn.ModelError, match="no row"):
        fit.summary()["theta[9]"]
    assert "teta" not in fit
    assert "theta" in fit
    assert "lp__" in fit


def test_methods(eight_schools, schools):
    with pytest.raises(autumn.ModelError, match="is not one of bfgs, lbfgs, newton"):
        eight_schools.optimize(schools, algorithm="adam")
    with pytest.raises(autumn.ModelError, match="iterations must be at least 1"):
        eight_schools.optimize(schools, iterations=0)
    with pytest.raises(autumn.ModelError, match="draws must be at least 1"):
        eight_schools.laplace(schools, draws=0)
    with pytest.raises(autumn.ModelError, match="mode"):
        eight_schools.laplace(schools, mode={"mu": 1.0})
    with pytest.raises(autumn.ModelError, match="no generated quantities"):
        eight_schools.generate_quantities(schools, {"mu": np.zeros((1, 2))})
    with pytest.raises(TypeError, match="needs draws"):
        eight_schools.generate_quantities(schools)
    with pytest.raises(autumn.ModelError, match="stage|prse|parse"):
        eight_schools.explain_stage("prse", schools)
    with pytest.raises(autumn.ModelError):
        autumn.Model(stan_code="parameters { real x; } model { x ~ normal(0, 1); x ~ normal(1, 1); }").simulate(seed=1)
    with pytest.raises(ValueError, match="runs must be at least 1"):
        eight_schools.simulate(schools, runs=0)
    with pytest.raises(autumn.ModelError, match="runs and draws must be at least 1"):
        eight_schools.sbc(schools, runs=0)
