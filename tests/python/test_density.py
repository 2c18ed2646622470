"""Densities at points: values, gradients, threads, and the scale of the sampler."""

import concurrent.futures
import json

import autumn
import numpy as np
import pytest
import scipy.optimize

POINT = {"mu": 1.5, "tau": 2.0, "theta": np.linspace(-3, 4, 8)}


def test_the_command_line_says_the_same(eight_schools, schools, cli, tmp_path):
    from conftest import ROOT

    (tmp_path / "point.json").write_text(json.dumps({**POINT, "theta": list(POINT["theta"])}))
    words = [ROOT / "examples/eight_schools.stan", "--data", ROOT / "examples/eight_schools.json", "--at", "point.json"]
    for collapsed in (False, True):
        theirs = json.loads(cli("density", *words, *(["--collapsed"] if collapsed else [])))
        density = eight_schools.density(schools, collapsed=collapsed)
        point = density.unconstrain(POINT)
        value, gradient = density.value_and_gradient(point)
        assert np.array_equal(point, theirs["unconstrained"])
        assert value == theirs["log_density"] == density.value(point) == density(point)
        assert np.array_equal(gradient, np.concatenate(list(theirs["gradient"].values())))


def test_gradients(eight_schools, schools):
    density = eight_schools.density(schools)
    point = density.unconstrain(POINT)
    _, gradient = density.value_and_gradient(point)
    for k in range(density.dimension):
        step = np.zeros(density.dimension)
        step[k] = 1e-6
        difference = (density.value(point + step) - density.value(point - step)) / 2e-6
        assert gradient[k] == pytest.approx(difference, rel=1e-5, abs=1e-6)


def test_constrain(eight_schools, schools):
    density = eight_schools.density(schools)
    assert density.names[:3] == ["mu", "tau", "theta.1"]
    values = density.constrain(density.unconstrain(POINT))
    for name, value in POINT.items():
        assert np.allclose(values[name], value, rtol=1e-14)
    assert repr(density) == "<autumn.Density of eight_schools: 10 dimensions>"


def test_jacobians_are_left_out(eight_schools, schools):
    density, without = eight_schools.density(schools), eight_schools.density(schools, jacobian=False)
    point = density.unconstrain(POINT)
    assert density.value(point) - without.value(point) == pytest.approx(np.log(POINT["tau"]))


def test_points_may_be_any_numbers(eight_schools, schools):
    density = eight_schools.density(schools)
    value = density.value(np.arange(10.0))
    for point in (list(range(10)), np.arange(10), np.arange(20.0)[::2] / 2, np.arange(10, dtype=np.float32)):
        assert density.value(point) == value


def test_minus_infinity_where_nothing_is_allowed():
    code = "parameters { real x; } model { if (x > 0) { target += negative_infinity(); } x ~ normal(0, 1); }"
    assert autumn.Model(stan_code=code).density().value([1.0]) == -np.inf


def test_scipy_finds_the_mode(eight_schools, schools):
    density = eight_schools.density(schools, collapsed=True)

    def downhill(q):
        value, gradient = density.value_and_gradient(q)
        return -value, -gradient

    found = scipy.optimize.minimize(downhill, np.zeros(1), jac=True)
    assert found.success
    assert abs(density.value_and_gradient(found.x)[1][0]) < 1e-3


def test_threads_share_a_density(eight_schools, schools):
    density = eight_schools.density(schools)
    points = np.random.default_rng(1).normal(size=(200, 10))
    alone = [density.value_and_gradient(point) for point in points]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        together = list(pool.map(density.value_and_gradient, points))
    for (value, gradient), (other_value, other_gradient) in zip(alone, together, strict=True):
        assert value == other_value
        assert np.array_equal(gradient, other_gradient)


def test_explanations(eight_schools, schools, cli):
    from conftest import ROOT

    words = [ROOT / "examples/eight_schools.stan", "--data", ROOT / "examples/eight_schools.json"]
    explanation = eight_schools.explain(schools)
    assert str(explanation) == cli("explain", *words)
    assert explanation.to_json() + "\n" == cli("explain", *words, "--format", "json")
    assert explanation.to_svg() == cli("explain", *words, "--format", "svg")
    assert explanation.to_dot() == cli("explain", *words, "--format", "dot")
    page = explanation._repr_html_()
    assert page.count("<svg") == 1
    assert "integrated out (Gaussian)" in page
    assert eight_schools.explain(schools, keep="mu").dimension_after == 2
    assert eight_schools.explain(schools, marginalize="none").dimension_after == 10
    for stage in ("parse", "plan", "gradient"):
        try:
            theirs = cli("explain", *words, "--stage", stage)
        except AssertionError:
            continue
        assert eight_schools.explain_stage(stage, schools) == theirs
