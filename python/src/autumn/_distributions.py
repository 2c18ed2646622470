"""Distributions, with Stan's names, arguments and constants."""

from __future__ import annotations

from ._expression import Distribution, Value, distribution


def normal(mu: Value, sigma: Value) -> Distribution:
    """Stan's ``normal(mu, sigma)``."""
    return distribution("normal", mu, sigma)


def cauchy(mu: Value, sigma: Value) -> Distribution:
    """Stan's ``cauchy(mu, sigma)``."""
    return distribution("cauchy", mu, sigma)


def student_t(nu: Value, mu: Value, sigma: Value) -> Distribution:
    """Stan's ``student_t(nu, mu, sigma)``."""
    return distribution("student_t", nu, mu, sigma)


def double_exponential(mu: Value, sigma: Value) -> Distribution:
    """Stan's ``double_exponential(mu, sigma)``."""
    return distribution("double_exponential", mu, sigma)


def logistic(mu: Value, sigma: Value) -> Distribution:
    """Stan's ``logistic(mu, sigma)``."""
    return distribution("logistic", mu, sigma)


def gumbel(mu: Value, beta: Value) -> Distribution:
    """Stan's ``gumbel(mu, beta)``."""
    return distribution("gumbel", mu, beta)


def lognormal(mu: Value, sigma: Value) -> Distribution:
    """Stan's ``lognormal(mu, sigma)``."""
    return distribution("lognormal", mu, sigma)


def exponential(rate: Value) -> Distribution:
    """Stan's ``exponential(rate)``."""
    return distribution("exponential", rate)


def gamma(shape: Value, rate: Value) -> Distribution:
    """Stan's ``gamma(shape, rate)``."""
    return distribution("gamma", shape, rate)


def inv_gamma(shape: Value, scale: Value) -> Distribution:
    """Stan's ``inv_gamma(shape, scale)``."""
    return distribution("inv_gamma", shape, scale)


def chi_square(nu: Value) -> Distribution:
    """Stan's ``chi_square(nu)``."""
    return distribution("chi_square", nu)


def inv_chi_square(nu: Value) -> Distribution:
    """Stan's ``inv_chi_square(nu)``."""
    return distribution("inv_chi_square", nu)


def scaled_inv_chi_square(nu: Value, sigma: Value) -> Distribution:
    """Stan's ``scaled_inv_chi_square(nu, sigma)``."""
    return distribution("scaled_inv_chi_square", nu, sigma)


def weibull(shape: Value, scale: Value) -> Distribution:
    """Stan's ``weibull(shape, scale)``."""
    return distribution("weibull", shape, scale)


def frechet(shape: Value, scale: Value) -> Distribution:
    """Stan's ``frechet(shape, scale)``."""
    return distribution("frechet", shape, scale)


def pareto(minimum: Value, shape: Value) -> Distribution:
    """Stan's ``pareto(minimum, shape)``."""
    return distribution("pareto", minimum, shape)


def rayleigh(sigma: Value) -> Distribution:
    """Stan's ``rayleigh(sigma)``."""
    return distribution("rayleigh", sigma)


def beta(a: Value, b: Value) -> Distribution:
    """Stan's ``beta(a, b)``."""
    return distribution("beta", a, b)


def beta_proportion(mu: Value, kappa: Value) -> Distribution:
    """Stan's ``beta_proportion(mu, kappa)``."""
    return distribution("beta_proportion", mu, kappa)


def uniform(low: Value, high: Value) -> Distribution:
    """Stan's ``uniform(low, high)``."""
    return distribution("uniform", low, high)


def von_mises(mu: Value, kappa: Value) -> Distribution:
    """Stan's ``von_mises(mu, kappa)``."""
    return distribution("von_mises", mu, kappa)


def skew_normal(xi: Value, omega: Value, alpha: Value) -> Distribution:
    """Stan's ``skew_normal(xi, omega, alpha)``."""
    return distribution("skew_normal", xi, omega, alpha)


def exp_mod_normal(mu: Value, sigma: Value, lambda_: Value) -> Distribution:
    """Stan's ``exp_mod_normal(mu, sigma, lambda)``."""
    return distribution("exp_mod_normal", mu, sigma, lambda_)


def compound_gamma(alpha: Value, beta: Value, scale: Value) -> Distribution:
    """Stan's ``compound_gamma(alpha, beta, scale)``."""
    return distribution("compound_gamma", alpha, beta, scale)


def bernoulli(theta: Value) -> Distribution:
    """Stan's ``bernoulli(theta)``."""
    return distribution("bernoulli", theta)


def bernoulli_logit(alpha: Value) -> Distribution:
    """Stan's ``bernoulli_logit(alpha)``."""
    return distribution("bernoulli_logit", alpha)


def binomial(trials: Value, theta: Value) -> Distribution:
    """Stan's ``binomial(trials, theta)``."""
    return distribution("binomial", trials, theta)


def binomial_logit(trials: Value, alpha: Value) -> Distribution:
    """Stan's ``binomial_logit(trials, alpha)``."""
    return distribution("binomial_logit", trials, alpha)


def beta_binomial(trials: Value, a: Value, b: Value) -> Distribution:
    """Stan's ``beta_binomial(trials, a, b)``."""
    return distribution("beta_binomial", trials, a, b)


def poisson(lambda_: Value) -> Distribution:
    """Stan's ``poisson(lambda)``."""
    return distribution("poisson", lambda_)


def poisson_log(alpha: Value) -> Distribution:
    """Stan's ``poisson_log(alpha)``."""
    return distribution("poisson_log", alpha)


def neg_binomial(alpha: Value, beta: Value) -> Distribution:
    """Stan's ``neg_binomial(alpha, beta)``."""
    return distribution("neg_binomial", alpha, beta)


def neg_binomial_2(mu: Value, phi: Value) -> Distribution:
    """Stan's ``neg_binomial_2(mu, phi)``."""
    return distribution("neg_binomial_2", mu, phi)


def neg_binomial_2_log(eta: Value, phi: Value) -> Distribution:
    """Stan's ``neg_binomial_2_log(eta, phi)``."""
    return distribution("neg_binomial_2_log", eta, phi)


def hypergeometric(trials: Value, a: Value, b: Value) -> Distribution:
    """Stan's ``hypergeometric(trials, a, b)``."""
    return distribution("hypergeometric", trials, a, b)


def categorical(theta: Value) -> Distribution:
    """Stan's ``categorical(theta)``."""
    return distribution("categorical", theta)


def categorical_logit(beta: Value) -> Distribution:
    """Stan's ``categorical_logit(beta)``."""
    return distribution("categorical_logit", beta)


def ordered_logistic(eta: Value, cutpoints: Value) -> Distribution:
    """Stan's ``ordered_logistic(eta, cutpoints)``."""
    return distribution("ordered_logistic", eta, cutpoints)


def discrete_range(low: Value, high: Value) -> Distribution:
    """Stan's ``discrete_range(low, high)``."""
    return distribution("discrete_range", low, high)


def multinomial(theta: Value) -> Distribution:
    """Stan's ``multinomial(theta)``."""
    return distribution("multinomial", theta)


def dirichlet(alpha: Value) -> Distribution:
    """Stan's ``dirichlet(alpha)``."""
    return distribution("dirichlet", alpha)


def multi_normal(mu: Value, covariance: Value) -> Distribution:
    """Stan's ``multi_normal(mu, covariance)``."""
    return distribution("multi_normal", mu, covariance)


def multi_normal_cholesky(mu: Value, factor: Value) -> Distribution:
    """Stan's ``multi_normal_cholesky(mu, factor)``."""
    return distribution("multi_normal_cholesky", mu, factor)


def multi_normal_prec(mu: Value, precision: Value) -> Distribution:
    """Stan's ``multi_normal_prec(mu, precision)``."""
    return distribution("multi_normal_prec", mu, precision)


def multi_student_t(nu: Value, mu: Value, scale: Value) -> Distribution:
    """Stan's ``multi_student_t(nu, mu, scale)``."""
    return distribution("multi_student_t", nu, mu, scale)


def wishart(nu: Value, scale: Value) -> Distribution:
    """Stan's ``wishart(nu, scale)``."""
    return distribution("wishart", nu, scale)


def inv_wishart(nu: Value, scale: Value) -> Distribution:
    """Stan's ``inv_wishart(nu, scale)``."""
    return distribution("inv_wishart", nu, scale)


def std_normal() -> Distribution:
    """Stan's ``std_normal()``."""
    return distribution("std_normal")


def lkj_corr(dimension: int, eta: Value) -> Distribution:
    """Of correlation matrices with ``dimension`` rows."""
    return distribution("lkj_corr", eta, dimension=dimension)


def lkj_corr_cholesky(dimension: int, eta: Value) -> Distribution:
    """Of Cholesky factors of correlation matrices with ``dimension`` rows."""
    return distribution("lkj_corr_cholesky", eta, dimension=dimension)


def half_normal(sigma: Value) -> Distribution:
    """A normal around 0 on the positive numbers, normalised there."""
    return distribution("normal", 0.0, sigma, is_half=True)


def half_cauchy(sigma: Value) -> Distribution:
    """A Cauchy around 0 on the positive numbers, normalised there."""
    return distribution("cauchy", 0.0, sigma, is_half=True)


def half_student_t(nu: Value, sigma: Value) -> Distribution:
    """Student's t around 0 on the positive numbers, normalised there."""
    return distribution("student_t", nu, 0.0, sigma, is_half=True)
