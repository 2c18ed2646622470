#!/usr/bin/env python3
"""Writes log_marginal.txt next to this file with mpmath: family, arguments, log marginal, its slope in every argument.

Every argument is a double written exactly; every value is computed with 120 digits and rounded to 21.
"""
import os

from mpmath import digamma, log, loggamma, mp, mpf, nstr

mp.dps = 120
HERE = os.path.dirname(os.path.abspath(__file__))


def rising(a, n):
    return loggamma(a + n) - loggamma(a)


def psi_rising(a, n):
    return digamma(a + n) - digamma(a)


def beta(a, b, s, f):
    value = rising(a, s) + rising(b, f) - rising(a + b, s + f)
    both = psi_rising(a + b, s + f)
    end = digamma(a + b + s + f)
    return value, [psi_rising(a, s) - both, psi_rising(b, f) - both, digamma(a + s) - end, digamma(b + f) - end]


def gamma(a, b, k, r):
    value = rising(a, k) - a * log(1 + r / b) - k * log(b + r)
    slopes = [psi_rising(a, k) - log(1 + r / b), a / b - (a + k) / (b + r), digamma(a + k) - log(b + r),
              -(a + k) / (b + r)]
    return value, slopes


def dirichlet(*numbers):
    half = len(numbers) // 2
    alpha, n = numbers[:half], numbers[half:]
    value = sum(rising(a, k) for a, k in zip(alpha, n)) - rising(sum(alpha), sum(n))
    all_slope = psi_rising(sum(alpha), sum(n))
    return value, [psi_rising(a, k) - all_slope for a, k in zip(alpha, n)]


# 1970 baseball: hits in the first 45 at bats (Efron and Morris 1975).
HITS = [18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7]


def baseball(mu, kappa):
    """beta_proportion(mu, kappa) over 18 players; the slopes are in mu and log kappa."""
    value, by_mu, by_kappa = mpf(0), mpf(0), mpf(0)
    for hits in HITS:
        part, slopes = beta(mu * kappa, (1 - mu) * kappa, mpf(hits), mpf(45 - hits))
        value += part
        by_mu += kappa * (slopes[0] - slopes[1])
        by_kappa += mu * slopes[0] + (1 - mu) * slopes[1]
    return value, [by_mu, kappa * by_kappa]


def powers(low, high, step=1):
    return [10.0 ** k for k in range(low, high + 1, step)]


def beta_rows():
    counts = [(0.0, 0.0), (1.0, 0.0), (0.0, 3.0), (12.0, 33.0), (500.0, 1.0), (400.0, 600.0), (3.0, 1e9)]
    real = [(0.37, 4.0), (1e-6, 2.0), (12345.678, 17.0), (1e8, 25.0), (1e15, 3.0)]
    for kappa in powers(-3, 20):
        for mu in (1e-6, 0.25, 0.999):
            for s, f in counts + real:
                yield [mu * kappa, (1.0 - mu) * kappa, s, f]


def gamma_rows():
    sums = [(0.0, 3.0), (1.0, 0.25), (7.0, 2.5), (0.5, 1e-12), (2.5, 1e12), (100.5, 40.0), (2000.0, 5000.0),
            (3.7, 1e-3)]
    for a in powers(-8, 15):
        for ratio in (0.03, 1.0, 40.0):
            for k, r in sums:
                yield [a, a / ratio, k, r]
    # As a prior of a variance: any scale with a moderate shape.
    for b in powers(-12, 12, 2):
        for a in (0.5, 3.0):
            for k, r in sums:
                yield [a, b, k, r]


def dirichlet_rows():
    counts = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 1.0, 4.0], [150.0, 0.0, 20.0], [1000.0, 2000.0, 1.0]]
    for concentration in powers(-6, 15):
        for shares in ([0.2, 0.3, 0.5], [1e-4, 0.9, 0.1]):
            for n in counts:
                yield [concentration * share for share in shares] + n


def baseball_rows():
    for kappa in powers(-3, 20):
        for mu in (0.1, 0.265, 0.5):
            yield [mu, kappa]


TABLE = {"beta": (beta, beta_rows), "gamma": (gamma, gamma_rows), "dirichlet": (dirichlet, dirichlet_rows),
         "baseball": (baseball, baseball_rows)}

if __name__ == "__main__":
    with open(os.path.join(HERE, "log_marginal.txt"), "w") as out:
        for name, (function, rows) in TABLE.items():
            for row in rows():
                value, slopes = function(*[mpf(x) for x in row])
                numbers = [nstr(x, 21) for x in [value] + slopes]
                out.write(" ".join([name] + [repr(x) for x in row] + numbers) + "\n")
