"""What is known about the posteriors of the programs, without any sampler: closed forms and quadrature."""
from __future__ import annotations

import dataclasses

import arviz
import numpy as np
import scipy.optimize

BERNOULLI = {"N": 10, "y": [0, 1, 0, 0, 0, 0, 0, 0, 0, 1]}
EIGHT_SCHOOLS = {"J": 8, "y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]}
KNOWN_SD = {"N": 4, "y": [1.5, 3.0, -0.5, 4.0]}
LOGISTIC = {"N": 8, "x": [-2.0, -1.5, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0], "y": [0, 1, 1, 0, 1, 1, 1, 1]}
TUPLES = {"given": (3, 2.5), "rows": [(1.0, [1.0, 2.0]), (2.0, [4.5, 5.0])]}


@dataclasses.dataclass(frozen=True)
class Moments:
    """Mean and standard deviation, a number or one for each element."""

    mean: np.ndarray | float
    sd: np.ndarray | float


def bernoulli() -> Moments:
    a, b = 1 + sum(BERNOULLI["y"]), 1 + BERNOULLI["N"] - sum(BERNOULLI["y"])
    return Moments(a / (a + b), np.sqrt(a * b / ((a + b) ** 2 * (a + b + 1))))


def bernoulli_log_density(theta: float, jacobian: bool) -> float:
    """Of beta(1, 1) and the Bernoulli likelihood, neither of which has a constant to drop."""
    ones = sum(BERNOULLI["y"])
    zeros = BERNOULLI["N"] - ones
    return (ones + jacobian) * np.log(theta) + (zeros + jacobian) * np.log1p(-theta)


def known_sd() -> Moments:
    precision = 1 / 10**2 + KNOWN_SD["N"] / 2**2
    return Moments(sum(KNOWN_SD["y"]) / 2**2 / precision, precision**-0.5)


def weighted(weight: np.ndarray, mean: np.ndarray, variance: np.ndarray) -> Moments:
    """Of a mixture of normals, over the leading axis."""
    first = np.tensordot(weight, mean, axes=1)
    second = np.tensordot(weight, variance + mean**2, axes=1)
    return Moments(first, np.sqrt(second - first**2))


def eight_schools() -> dict[str, Moments]:
    """Given tau everything else is normal, so that one integral is left; its variable is the angle whose tangent is tau / 5, uniform a priori."""
    y, sigma = np.array(EIGHT_SCHOOLS["y"], float), np.array(EIGHT_SCHOOLS["sigma"], float)
    tau = 5 * np.tan((np.arange(20000) + 0.5) / 20000 * np.pi / 2)[:, None]
    marginal = sigma**2 + tau**2
    precision = (1 / marginal).sum(1) + 1 / 25
    mu = (y / marginal).sum(1) / precision
    log_weight = -0.5 * np.log(marginal).sum(1) - 0.5 * np.log(precision) - 0.5 * (y**2 / marginal).sum(1) + 0.5 * mu**2 * precision
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    shrink = tau**2 / marginal
    theta = shrink * y + (1 - shrink) * mu[:, None]
    variance = shrink * sigma**2 + (1 - shrink) ** 2 / precision[:, None]
    # tau has a heavy tail, so that its mean is settled far out; tests look at its logarithm.
    log_tau = np.log(tau[:, 0])
    return {
        "mu": weighted(weight, mu, 1 / precision),
        "theta": weighted(weight, theta, variance),
        "log_tau": weighted(weight, log_tau, np.zeros_like(log_tau)),
    }


def logistic_log_density(intercept: np.ndarray, slope: np.ndarray) -> np.ndarray:
    value = -(intercept**2 + slope**2) / (2 * 2.5**2)
    for x, y in zip(LOGISTIC["x"], LOGISTIC["y"]):
        linear = intercept + slope * x
        value = value + y * linear - np.logaddexp(0, linear)
    return value


def logistic() -> Moments:
    grid = np.linspace(-12, 12, 601)
    intercept, slope = np.meshgrid(grid, grid, indexing="ij")
    log_density = logistic_log_density(intercept, slope)
    weight = np.exp(log_density - log_density.max())
    weight /= weight.sum()
    means = np.array([(weight * intercept).sum(), (weight * slope).sum()])
    squares = np.array([(weight * intercept**2).sum(), (weight * slope**2).sum()])
    return Moments(means, np.sqrt(squares - means**2))


def assert_mean(draws: np.ndarray, expected: Moments, errors: float = 5.0) -> None:
    """That the draws, chains by draws by elements, have the mean that is known, within Monte Carlo errors.

    A standard error is that of the known standard deviation with the effective size of the draws; five of them are passed by chance once in two
    million. The standard deviation must agree too, within a quarter: enough to see a wrong scale, too wide to fail by chance with hundreds of draws.
    """
    draws = np.asarray(draws, float)
    draws = draws.reshape(*draws.shape[:2], -1)
    mean, sd = np.broadcast_to(expected.mean, draws.shape[2:]), np.broadcast_to(expected.sd, draws.shape[2:])
    for element in range(draws.shape[2]):
        size = arviz.ess(draws[:, :, element], method="mean")
        assert size > 30, f"element {element} has an effective size of {size:.0f} only"
        distance = abs(draws[:, :, element].mean() - mean[element]) / (sd[element] / np.sqrt(size))
        assert distance < errors, f"element {element}: mean {draws[:, :, element].mean():.4f}, not {mean[element]:.4f}: {distance:.1f} errors away"
        assert 0.75 < draws[:, :, element].std() / sd[element] < 1.33, f"element {element}: sd {draws[:, :, element].std():.4f}, not {sd[element]:.4f}"


def by_chain(fit, name: str) -> np.ndarray:
    """A variable of an MCMC fit, chains first."""
    return fit.draws_xr(name)[name].transpose("chain", "draw", ...).values


def logistic_mode() -> tuple[np.ndarray, np.ndarray]:
    """The mode of the logistic posterior and the covariance of its Laplace approximation, by Newton's method."""
    design = np.column_stack([np.ones(LOGISTIC["N"]), LOGISTIC["x"]])
    y = np.array(LOGISTIC["y"])
    beta = np.zeros(2)
    for _ in range(50):
        rate = 1 / (1 + np.exp(-design @ beta))
        precision = design.T @ (design * (rate * (1 - rate))[:, None]) + np.eye(2) / 2.5**2
        beta = beta + np.linalg.solve(precision, design.T @ (y - rate) - beta / 2.5**2)
    return beta, np.linalg.inv(precision)


def logistic_variational(full_rank: bool) -> Moments:
    """The normal distribution that is nearest to the logistic posterior, as variational inference measures it; expectations by Gauss and Hermite."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(30)
    first, second = np.meshgrid(nodes, nodes, indexing="ij")
    weight = np.outer(weights, weights) / (2 * np.pi)

    def negative_bound(parameters: np.ndarray) -> float:
        mean, log_scale, skew = parameters[:2], parameters[2:4], parameters[4] if full_rank else 0.0
        intercept = mean[0] + np.exp(log_scale[0]) * first
        slope = mean[1] + skew * first + np.exp(log_scale[1]) * second
        return -(weight * logistic_log_density(intercept, slope)).sum() - log_scale.sum()

    found = scipy.optimize.minimize(negative_bound, np.zeros(5 if full_rank else 4), method="BFGS").x
    scale = np.exp(found[2:4])
    return Moments(found[:2], np.array([scale[0], np.hypot(scale[1], found[4] if full_rank else 0.0)]))


def eight_schools_log_density(mu: float, tau: float, theta: np.ndarray, jacobian: bool) -> float:
    """Of the program as it is written, all ten parameters in it, without constants."""
    y, sigma = np.array(EIGHT_SCHOOLS["y"], float), np.array(EIGHT_SCHOOLS["sigma"], float)
    prior = -(mu**2) / 50 - np.log1p(tau**2 / 25)
    schools = -8 * np.log(tau) - ((theta - mu) ** 2).sum() / (2 * tau**2) - ((y - theta) ** 2 / sigma**2).sum() / 2
    return prior + schools + (np.log(tau) if jacobian else 0)
