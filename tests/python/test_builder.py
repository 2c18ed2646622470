"""Models written in Python: NumPy's shapes, every distribution and support, and messages with the user's line."""

import inspect
import pathlib

import autumn
import numpy as np
import pytest
import scipy.stats
from autumn import _distributions, _engine, _supports

X = np.array([[1.0, 0.5], [1.0, -0.5], [1.0, 1.5], [1.0, 2.5]])
Y = np.array([1.0, 2.0, 0.5, 3.0])


def test_eight_schools_is_the_program(eight_schools, schools):
    with autumn.Builder(coords={"school": list("ABCDEFGH")}) as m:
        mu = m.parameter("mu", autumn.normal(0, 5))
        tau = m.parameter("tau", autumn.half_cauchy(5))
        theta = m.parameter("theta", autumn.normal(mu, tau), dims="school")
        m.observe("y", autumn.normal(theta, schools["sigma"]), schools["y"], dims="school")
        m.output("effect", theta - mu, dims="school")
    ours, theirs = m.density(), eight_schools.density(schools)
    assert ours.names == theirs.names
    points = np.random.default_rng(1).normal(size=(5, 10))
    # The half-Cauchy is normalised here, and is not in the program.
    for point in points:
        value, gradient = ours.value_and_gradient(point)
        other, other_gradient = theirs.value_and_gradient(point)
        assert value == pytest.approx(other + np.log(2), rel=1e-12)
        assert np.allclose(gradient, other_gradient, rtol=1e-10)
    assert m.explain().dimension_after == 1
    fit = m.sample(seed=1)
    assert np.allclose(fit["effect"], fit["theta"] - fit["mu"][..., None], rtol=1e-12, atol=1e-12)
    data = fit.to_arviz()
    assert list(data["posterior"]["school"].values) == list("ABCDEFGH")
    assert data["posterior"]["effect"].dims == ("chain", "draw", "school")
    assert data["observed_data"]["y"].dims == ("school",)
    assert isinstance(m, autumn.Model)


def values_of(build, **given):
    """What an expression of parameters is at given values of them: an output of a run that stays there."""
    m = autumn.Builder()
    parameters = {name: m.parameter(name, autumn.real(), shape=np.shape(value)) for name, value in given.items()}
    m.output("z", build(**parameters))
    init = {name: np.asarray(value, dtype=float) for name, value in given.items()}
    return m.sample(seed=1, chains=1, draws=1, algorithm="fixed_param", init=init)["z"][0, 0]


A, B, M = np.array([0.3, -1.2, 2.0]), np.array([1.5, 0.2, 0.7]), np.array([[0.1, 0.2, 0.3], [1.4, 1.5, 1.6]])
SCALAR = np.array(0.4)
FORMULAS = {
    "sum": lambda a, b, m, s: a + b,
    "mixed": lambda a, b, m, s: 2 * a - b / 3 + s,
    "rows": lambda a, b, m, s: m + a,
    "left": lambda a, b, m, s: np.ones((2, 3)) * a,
    "columns": lambda a, b, m, s: m * np.array([[1.0], [2.0]]),
    "new axis": lambda a, b, m, s: a[:, None] + b[None, :],
    "product": lambda a, b, m, s: m @ a,
    "product of matrices": lambda a, b, m, s: m @ m.T,
    "data first": lambda a, b, m, s: np.array([[1.0, 2.0, 3.0]]) @ a,
    "data after": lambda a, b, m, s: a @ np.ones((3, 2)),
    "dot": lambda a, b, m, s: a @ b,
    "power": lambda a, b, m, s: b**2 + b**a + 2.0**a,
    "negative": lambda a, b, m, s: -a + abs(a),
    "element": lambda a, b, m, s: a[0] + a[-1] + m[1, 2] + m[-1, -1],
    "slices": lambda a, b, m, s: a[1:] - b[:2] + a[::2],
    "backwards": lambda a, b, m, s: a[::-1],
    "groups": lambda a, b, m, s: a[[0, 0, 2, 1]],
    "groups of an array": lambda a, b, m, s: a[np.array([2, 1])],
    "mask": lambda a, b, m, s: a[np.array([True, False, True])],
    "row": lambda a, b, m, s: m[1] + m[0, :],
    "column": lambda a, b, m, s: m[:, 1],
    "part": lambda a, b, m, s: m[:, 1:],
    "pairs": lambda a, b, m, s: m[[0, 1, 1], [2, 0, 1]],
    "rows again": lambda a, b, m, s: m[[1, 1, 0]],
    "sums": lambda a, b, m, s: m.sum(axis=0) + m.sum() + a.mean() + m.mean(axis=0),
    "sums of rows": lambda a, b, m, s: m.sum(axis=1),
    "reshape": lambda a, b, m, s: m.reshape(3, 2),
    "transpose": lambda a, b, m, s: m.T,
    "ufuncs": lambda a, b, m, s: (
        np.exp(a) + np.log(b) + np.sqrt(b) + np.tanh(a) + np.maximum(a, b) + np.logaddexp(a, b)
    ),
    "comparison": lambda a, b, m, s: (a < b) * 1.0 + (a >= 0) * 2.0,
}


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_mean_what_they_mean_in_numpy(name):
    formula = FORMULAS[name]
    ours = values_of(formula, a=A, b=B, m=M, s=SCALAR)
    theirs = formula(A, B, M, SCALAR)
    assert ours.shape == np.shape(theirs)
    assert np.allclose(ours, theirs, rtol=1e-14)


def test_functions():
    checks = {
        "where": (lambda a: autumn.math.where(a > 0, a, 0.0), np.where(A > 0, A, 0)),
        "softmax": (autumn.math.softmax, np.exp(A) / np.exp(A).sum()),
        "log_sum_exp": (autumn.math.log_sum_exp, np.log(np.exp(A).sum())),
        "cumulative_sum": (autumn.math.cumulative_sum, A.cumsum()),
        "concat": (lambda a: autumn.math.concat([a, 2.0 * a]), np.concatenate([A, 2 * A])),
        "stack": (lambda a: autumn.math.stack([a, a + 1]), np.stack([A, A + 1])),
        "outer": (lambda a: autumn.math.outer(a, a), np.outer(A, A)),
        "diagonal": (lambda a: autumn.math.diagonal(autumn.math.outer(a, a)), A * A),
        "diagonal_matrix": (autumn.math.diagonal_matrix, np.diag(A)),
        "group_sum": (lambda a: autumn.math.group_sum(a, [1, 0, 1], 2), [A[1], A[0] + A[2]]),
        "inv_logit": (autumn.math.inv_logit, 1 / (1 + np.exp(-A))),
        "Phi": (autumn.math.Phi, scipy.stats.norm.cdf(A)),
        "max": (autumn.math.max, A.max()),
        "prod": (autumn.math.prod, A.prod()),
        "solve": (lambda a: autumn.math.solve(np.eye(3) * 2.0, a), A / 2),
        "log_det": (lambda a: autumn.math.log_det_spd(autumn.math.diagonal_matrix(autumn.math.exp(a))), A.sum()),
    }
    for name, (function, expected) in checks.items():
        assert np.allclose(values_of(lambda a, f=function: f(a), a=A), expected, rtol=1e-12), name
    rows = values_of(lambda m: autumn.math.log_sum_exp(m, axis=1), m=M)
    assert np.allclose(rows, np.log(np.exp(M).sum(axis=1)))


def test_all_functions_of_the_library_are_there():
    public = {name for name in vars(autumn.math) if not name.startswith("_")}
    renamed = {
        "min": "minimum", "max": "maximum", "max_element": "max", "min_element": "min", "columns": "stack",
        "row_sums": "sum", "col_sums": "sum", "row_log_sum_exp": "log_sum_exp", "select": "where",
    }  # fmt: skip
    operators = {
        "add", "subtract", "divide", "matrix_product", "negative", "less", "less_equal", "elements", "constant",
        "elementwise_product", "solve_lower_transposed", "distributions",
    }  # fmt: skip
    ours = {name for name, item in vars(_engine.builder).items() if callable(item) and not isinstance(item, type)}
    ours -= operators | set(vars(_supports)) | {name for name in ours if name.startswith("_")}
    assert {renamed.get(name, name) for name in ours} <= public


ARGUMENTS = {
    "mu": 0.3, "sigma": 1.2, "nu": 4.0, "beta": 0.8, "rate": 1.5, "shape": 2.0, "scale": 1.1, "minimum": 0.5, "a": 1.5,
    "b": 2.5, "kappa": 3.0, "low": -1.0, "high": 2.0, "xi": 0.1, "omega": 1.0, "alpha": 1.3, "lambda": 0.7,
}  # fmt: skip
DISCRETE = {
    "bernoulli": (0.3,), "bernoulli_logit": (0.2,), "binomial": (5, 0.4), "binomial_logit": (5, 0.1),
    "beta_binomial": (5, 1.5, 2.0), "poisson": (2.0,), "poisson_log": (0.3,), "neg_binomial": (2.0, 1.0),
    "neg_binomial_2": (2.0, 1.0), "neg_binomial_2_log": (0.3, 1.0), "hypergeometric": (3, 4, 5),
    "categorical": ([0.2, 0.8],), "categorical_logit": ([0.1, 0.4],), "ordered_logistic": (0.3, [-1.0, 1.0]),
    "discrete_range": (0, 3), "multinomial": ([0.3, 0.7],),
}  # fmt: skip
MULTIVARIATE = {
    "dirichlet": ([1.0, 2.0],), "multi_normal": ([0.0, 1.0], np.eye(2)),
    "multi_normal_cholesky": ([0.0, 1.0], np.eye(2)),
    "multi_normal_prec": ([0.0, 1.0], np.eye(2)), "multi_student_t": (5.0, [0.0, 1.0], np.eye(2)),
    "wishart": (4.0, np.eye(2)), "inv_wishart": (4.0, np.eye(2)),
}  # fmt: skip


def test_there_is_every_distribution():
    known = _engine.builder.distributions()
    for name, arguments in known.items():
        ours = list(inspect.signature(getattr(_distributions, name)).parameters)
        assert [argument.rstrip("_") for argument in ours] == arguments
        assert getattr(autumn, name) is getattr(_distributions, name)


@pytest.mark.parametrize("name", [*_engine.builder.distributions(), "std_normal", "lkj_corr", "lkj_corr_cholesky"])
def test_distributions(name):
    function = getattr(autumn, name)
    m = autumn.Builder()
    if name in DISCRETE:
        given = DISCRETE[name]
        start = m.parameter("x", autumn.normal(0, 1))
        value = [1, 2] if name == "multinomial" else 1
        m.observe("y", function(*given), value)
        assert np.isfinite(m.density().value([0.0]))
        assert start.shape == ()
        return
    if name in MULTIVARIATE:
        x = m.parameter("x", function(*MULTIVARIATE[name]))
        assert x.shape == ((2, 2) if "wishart" in name else (2,))
    elif name.startswith("lkj"):
        assert m.parameter("x", function(3, 2.0)).shape == (3, 3)
    elif name == "von_mises":
        m.parameter("x", function(0.1, 2.0), autumn.interval(-np.pi, np.pi), shape=2)
    else:
        arguments = inspect.signature(function).parameters
        x = m.parameter("x", function(*(ARGUMENTS[argument.rstrip("_")] for argument in arguments)), shape=2)
        assert x.shape == (2,)
    density = m.density()
    value, gradient = density.value_and_gradient(np.full(density.dimension, 0.3))
    assert np.isfinite(value)
    assert np.isfinite(gradient).all()


@pytest.mark.parametrize("name", ["half_normal", "half_cauchy", "half_student_t"])
def test_half_distributions_are_normalised(name):
    m = autumn.Builder()
    m.parameter("x", getattr(autumn, name)(*([4.0, 1.0] if name == "half_student_t" else [1.0])))
    density = m.density()
    theirs = {"half_normal": scipy.stats.norm, "half_cauchy": scipy.stats.cauchy, "half_student_t": scipy.stats.t(4.0)}
    assert density.value([0.0]) == pytest.approx(theirs[name].logpdf(1.0) + np.log(2), rel=1e-12)


SUPPORTS = {
    "real": ((), 1), "positive": ((), 1), "lower": ((1.0,), 1), "upper": ((1.0,), 1), "interval": ((0.0, 2.0), 1),
    "affine": ((1.0, 2.0), 1), "simplex": ((3,), 2), "ordered": ((3,), 3), "positive_ordered": ((3,), 3),
    "unit_vector": ((3,), 3), "sum_to_zero_vector": ((3,), 2), "cholesky_factor_corr": ((3,), 3),
    "cholesky_factor_cov": ((3,), 6), "corr_matrix": ((3,), 3), "cov_matrix": ((3,), 6),
    "column_stochastic_matrix": ((3, 2), 4), "sum_to_zero_matrix": ((3, 2), 2),
}  # fmt: skip


@pytest.mark.parametrize("name", SUPPORTS)
def test_supports(name):
    arguments, dimension = SUPPORTS[name]
    m = autumn.Builder()
    m.parameter("x", getattr(autumn, name)(*arguments))
    m.parameter("more", getattr(autumn, name)(*arguments), shape=2)
    density = m.density()
    assert density.dimension == 3 * dimension
    assert np.isfinite(density.value(np.full(density.dimension, 0.2)))
    public = {item for item in vars(_supports) if not item.startswith("_")}
    assert set(SUPPORTS) <= public


def test_regression():
    with autumn.Builder(coords={"predictor": ["one", "x"]}) as m:
        beta = m.parameter("beta", autumn.normal(0, 2), dims="predictor")
        sigma = m.parameter("sigma", autumn.exponential(1))
        mu = m.output("mu", X @ beta)
        m.observe("y", autumn.normal(mu, sigma), Y)
    code = """
    data { matrix[4, 2] X; vector[4] y; } parameters { vector[2] beta; real<lower=0> sigma; }
    transformed parameters { vector[4] mu = X * beta; }
    model { beta ~ normal(0, 2); sigma ~ exponential(1); y ~ normal(mu, sigma); }
    """
    program = autumn.Model(stan_code=code)
    theirs = program.sample({"X": X, "y": Y}, seed=1)
    ours = m.sample(seed=1)
    assert ours.account == theirs.account
    assert np.allclose(ours["beta"].mean((0, 1)), theirs["beta"].mean((0, 1)), atol=0.1)
    points = np.random.default_rng(1).normal(size=(3, 3))
    for point in points:
        assert m.density().value(point) == pytest.approx(program.density({"X": X, "y": Y}).value(point), rel=1e-12)


def test_three_dimensions():
    m = autumn.Builder()
    b = m.parameter("b", autumn.normal(0, 1), shape=(2, 3, 4))
    m.output("c", (b[1] * np.arange(4)).sum(axis=0))
    m.output("d", b.sum(axis=1)[:, 2])
    fit = m.sample(seed=1, draws=3, chains=1)
    assert fit["b"].shape == (1, 3, 2, 3, 4)
    assert np.allclose(fit["c"], (fit["b"][:, :, 1] * np.arange(4)).sum(axis=2))
    assert np.allclose(fit["d"], fit["b"].sum(axis=3)[:, :, :, 2])


def test_terms_and_transformed_parameters():
    m = autumn.Builder()
    x = m.parameter("x", autumn.real(), shape=2)
    m.distribute(x[0] - x[1], autumn.normal(0, 1))
    m.add_log_density(-0.5 * x[0] ** 2)
    density = m.density()
    assert density.value([1.0, 3.0]) == pytest.approx(scipy.stats.norm.logpdf(-2) - 0.5, rel=1e-12)
    assert "x" in m.code


def line_of(text):
    lines = pathlib.Path(__file__).read_text().splitlines()
    return next(k for k, line in enumerate(lines, 1) if text in line and "line_of" not in line)


def test_messages_have_the_line():
    m = autumn.Builder()
    with pytest.raises(autumn.ModelError, match=rf"test_builder.py:{line_of('no name at all')}"):
        m.parameter("no name at all", autumn.normal(0, 1))
    with pytest.raises(autumn.ModelError, match=rf"test_builder.py:{line_of('-1.0), 3.0')}"):
        m.observe("y", autumn.normal(0, -1.0), 3.0)
    s = m.parameter("s", autumn.normal(0, 1), shape=3)
    m.observe("z", autumn.normal(s[0] * s[1], 1), 1.0)  # a place that explanations have
    assert f"line {line_of('a place that explanations')}" in m.explain().to_text()


@pytest.mark.parametrize(
    "mistake, kind, message",
    [
        (lambda m, x: m.parameter("x", autumn.normal(0, 1)), autumn.ModelError, "declared twice"),
        (lambda m, x: m.parameter("k", autumn.poisson(1.0)), autumn.ModelError, "discrete"),
        (lambda m, x: m.parameter("y", 3), TypeError, "needs a distribution or a support"),
        (lambda m, x: m.parameter("y", autumn.real(), autumn.real()), TypeError, "needs a distribution"),
        (lambda m, x: m.parameter("y", autumn.normal(0, 1), 3), TypeError, "support of `y`"),
        (lambda m, x: m.parameter("y", autumn.normal(0, 1), dims="school"), autumn.ModelError, "no coords"),
        (lambda m, x: m.parameter("y", autumn.normal(0, 1), shape=-1), autumn.ModelError, "negative"),
        (lambda m, x: m.parameter("y", autumn.normal(0, 1), shape=1.5), TypeError, "whole number"),
        (
            lambda m, x: m.parameter("y", autumn.normal(np.zeros(2), 1), shape=3),
            autumn.ModelError,
            "do not go together",
        ),
        (lambda m, x: m.parameter("y", autumn.normal("a", 1)), TypeError, "made of numbers"),
        (lambda m, x: m.observe("y", autumn.normal(x, 1), x), autumn.ModelError, "not data"),
        (lambda m, x: m.observe("y", autumn.normal(x, 1), [1.0, None]), autumn.ModelError, "missing"),
        (lambda m, x: m.observe("y", autumn.normal(x, 1), [1.0, 2.0]), autumn.ModelError, "do not go together"),
        (lambda m, x: m.observe("y", autumn.bernoulli(0.5), 2), autumn.ModelError, "2"),
        (lambda m, x: m.observe("y", 3, 2), TypeError, "needs a distribution"),
        (lambda m, x: m.distribute(x, "normal"), TypeError, "needs a distribution"),
        (lambda m, x: x + [1.0, 2.0], autumn.ModelError, "do not go together"),
        (lambda m, x: x @ np.ones((2, 2)), autumn.ModelError, "matrix product"),
        (lambda m, x: x[3], autumn.ModelError, "out of bounds"),
        (lambda m, x: x[x], TypeError, "index is data"),
        (lambda m, x: bool(x[0] > 0), TypeError, "autumn.math.where"),
        (lambda m, x: float(x[0]), TypeError, "not known yet"),
        (lambda m, x: np.asarray(x), TypeError, "not known yet"),
        (lambda m, x: np.heaviside(x, 0.5), TypeError, "not known for expressions"),
        (lambda m, x: np.linalg.det(x), TypeError, "autumn.math|not known"),
        (lambda m, x: x + autumn.Builder().parameter("x", autumn.normal(0, 1)), autumn.ModelError, "another model"),
        (lambda m, x: m.output("x", x), autumn.ModelError, "declared twice"),
        (lambda m, x: m.sample({"y": 1}), TypeError, "has its data already"),
        (lambda m, x: m.simulate({"y": 1}), TypeError, "has its data already"),
        (lambda m, x: m.generate_quantities(None, {"x": np.zeros((1, 2, 3))}), autumn.ModelError, "written in Python"),
        (lambda m, x: autumn.simplex(-1), TypeError, ""),
        (lambda m, x: autumn.math.group_sum(x, [0.5, 1, 1], 2), TypeError, "whole numbers"),
        (lambda m, x: autumn.math.stack([]), autumn.ModelError, "nothing to stack"),
    ],
)
def test_mistakes(mistake, kind, message):
    m = autumn.Builder()
    x = m.parameter("x", autumn.normal(0, 1), shape=3)
    with pytest.raises(kind, match=message):
        mistake(m, x)
    assert m.sample(seed=1, draws=5).chains == 4


def schools_in_python(schools):
    with autumn.Builder("eight_schools", coords={"school": list("ABCDEFGH")}) as m:
        mu = m.parameter("mu", autumn.normal(0, 5))
        tau = m.parameter("tau", autumn.half_cauchy(5))
        theta = m.parameter("theta", autumn.normal(mu, tau), dims="school")
        m.observe("y", autumn.normal(theta, schools["sigma"]), schools["y"], dims="school")
        m.output("effect", theta - mu)
    return m


def test_simulations_are_those_of_the_program(schools, eight_schools):
    given = {"J": 8, "sigma": schools["sigma"]}
    built = schools_in_python(schools)
    theirs, ours = eight_schools.simulate(given, runs=5, seed=3), built.simulate(runs=5, seed=3)
    for one, other in zip(theirs, ours, strict=True):
        assert list(other.data) == ["y"]
        assert np.array_equal(one.data["y"], other.data["y"])
        for name, value in one.truth.items():
            assert np.array_equal(value, other.truth[name])
        assert np.allclose(other.truth["effect"], other.truth["theta"] - other.truth["mu"])
    assert np.array_equal(built.simulate(seed=3).data["y"], ours[0].data["y"])


def test_calibration_is_that_of_the_program(schools, eight_schools):
    given = {"J": 8, "sigma": schools["sigma"]}
    theirs = eight_schools.sbc(given, runs=30, seed=2).ranks
    ours = schools_in_python(schools).sbc(runs=30, seed=2).ranks
    assert list(ours) == list(theirs)
    assert all(np.array_equal(ours[name], theirs[name]) for name in ours)


def test_simulated_data_have_their_shapes():
    data = np.arange(24.0).reshape(2, 3, 4)
    with autumn.Builder() as m:
        a = m.parameter("a", autumn.normal(0, 1), shape=(2, 3))
        s = m.parameter("s", autumn.exponential(1))
        m.observe("y", autumn.normal(a[:, :, None], s), data)
        m.observe("k", autumn.poisson(autumn.math.exp(a)), np.ones((2, 3), dtype=int))
        m.observe("v", autumn.multi_normal(np.zeros(2), np.eye(2)), np.zeros((5, 2)))
    made = m.simulate(runs=1000, seed=1)
    assert made[0].data["y"].shape == (2, 3, 4)
    assert made[0].data["v"].shape == (5, 2)
    assert made[0].data["k"].dtype.kind == "i"
    # Every number around its own mean: 6 standard errors.
    apart = np.mean([(one.data["y"] - one.truth["a"][:, :, None]) / one.truth["s"] for one in made], axis=0)
    assert np.abs(apart).max() < 6 / np.sqrt(1000)
    counts = np.array([one.data["k"] - np.exp(one.truth["a"]) for one in made])
    assert np.abs(counts.mean(0)).max() < 6 * counts.std() / np.sqrt(1000)


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda m, x: m.parameter("flat", autumn.real()), "`flat` has no distribution"),
        (lambda m, x: m.add_log_density(-x), "no distribution"),
        (lambda m, x: m.observe("y", autumn.half_normal(1.0), [1.0]), "folded at zero"),
        (lambda m, x: [m.observe("y", autumn.normal(x, 1), [1.0]) for _ in range(2)], "two statements observe `y`"),
    ],
)
def test_what_cannot_be_simulated(write, message):
    m = autumn.Builder()
    write(m, m.parameter("x", autumn.normal(0, 1)))
    for method in (m.simulate, m.sbc):
        with pytest.raises(autumn.ModelError, match=message):
            method()
