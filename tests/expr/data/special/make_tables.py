#!/usr/bin/env python3
"""Writes the reference tables next to this file with mpmath (pip install mpmath gmpy2): name, arguments, value.

Every argument is a double written exactly; every value is computed with at least 50 digits and rounded to 21.
"""
import os
import random
import sys

from mpmath import (besseli, erfc, exp, gamma, loggamma, log, log1p, mp, mpf, npdf, nstr, pi, psi, quad, sqrt, zeta)

mp.dps = 60
HERE = os.path.dirname(os.path.abspath(__file__))


def log_uniform(low, high):
    return 10.0 ** random.uniform(low, high)


def write(name, rows):
    random.seed(20240229)
    with open(os.path.join(HERE, name), "w") as out:
        for function, arguments, value in rows:
            if abs(value) < mpf("1e-300") and value != 0 or abs(value) > mpf("1.7e308"):
                continue
            words = [function] + [repr(float(v)) for v in arguments] + [nstr(value, 21)]
            out.write(" ".join(words) + "\n")


def derivative(f, x, digits):
    """Central difference; with h = 10^-digits x its error is of relative order h^2."""
    h = x * mpf(10) ** -digits
    return (f(x + h) - f(x - h)) / (2 * h)


def real_lgamma(x):
    return loggamma(x).real if x > 0 else log(abs(gamma(x)))


def gamma_rows():
    near = [1 + s * 2.0 ** -k for k in (2, 5, 10, 20, 35, 50) for s in (-1, 1)]
    near += [2 + s * 2.0 ** -k for k in (2, 5, 10, 20, 35, 50) for s in (-1, 1)]
    near += [1.4616321449683623 + s * 2.0 ** -k for k in (3, 8, 20, 40, 51) for s in (-1, 1)]
    positive = near + [1e-300, 1e-100, 1e-17, 1e-8, 0.1, 0.25, 0.5, 0.75, 2.5, 3.0, 3.5, 9.0, 9.999, 10.0, 10.001,
                       20.0, 171.5, 1e5, 1e10, 1e17, 1e100, 1e300]
    positive += [random.uniform(0, 12) for _ in range(80)] + [log_uniform(-5, 6) for _ in range(40)]
    for x in positive:
        m = mpf(x)
        yield "lgamma", [x], loggamma(m)
        yield "digamma", [x], psi(0, m) if x < 1e15 else log(m) - 1 / (2 * m) - 1 / (12 * m * m)
        yield "trigamma", [x], zeta(2, m) if x < 1e6 else 1 / m + 1 / (2 * m**2) + 1 / (6 * m**3) - 1 / (30 * m**5)
        mp.dps = 400 if x < 1e-15 else 60
        if x < 1e15:
            yield "lgamma1p", [x], loggamma(1 + m)
        mp.dps = 60
    for x in [-1e-300, -1e-20, -1e-5, -0.3, -0.5, -1.5, -2.0001, -2.6, -7.25, -50.3, -170.7] + [
            -random.uniform(0, 30) for _ in range(40)]:
        m = mpf(x)
        yield "lgamma_negative", [x], real_lgamma(m)
        yield "digamma_negative", [x], psi(0, m)
        yield "trigamma_negative", [x], psi(1, m)
    for n in (2, 3, 4, 7, 12, 20):
        for x in [1e-10, 0.3, 1.0, 2.5, 17.0, 55.5, 1e4, 1e12]:
            yield "polygamma", [n, x], (-1) ** (n + 1) * gamma(n + 1) * hurwitz(n + 1, mpf(x))
    for n in (60, 150, 200):
        for x in [0.3, 2.5, 17.0, 55.5, 300.0]:
            yield "polygamma_high", [n, x], (-1) ** (n + 1) * gamma(n + 1) * hurwitz(n + 1, mpf(x))


def hurwitz(s, x):
    """Direct sum then Euler-Maclaurin with 30 Bernoulli numbers, in 60 digits."""
    n = max(0, int(s + 60 - x))
    total = sum((x + k) ** -s for k in range(n))
    at = x + n
    total += at ** (1 - s) / (s - 1) + at ** -s / 2
    factor = s * at ** (-s - 1) / 2
    for k in range(1, 31):
        total += mp.bernoulli(2 * k) * factor
        factor *= mpf(s + 2 * k - 1) * (s + 2 * k) / (at * at * (2 * k + 1) * (2 * k + 2))
    return total


def difference_rows():
    pairs = [(1e20, 5.0), (1e300, 1e15), (1e-300, 1e15), (1e-300, 1e-300), (1e-300, 0.5), (1e-5, 1e-12), (0.3, 1e-9),
             (1.0, 1e-14), (1.0, 0.5), (2.0, 1e-3), (5.0, 1e15), (9.99, 3.7), (10.0, 1e-12), (1e5, 1e-6), (1e10, 1e10),
             (1e15, 1.5), (123.0, 1e-100), (3.0, -2.5), (1e20, -5.0), (10.0, -1e-10), (2.0, -1.9999999), (1e6, -999999.0),
             (0.5, 10.0), (0.25, 3.0), (7.0, 4.0), (1e100, 1e-3), (0.01, 1e6)]
    pairs += [(log_uniform(-20, 20), log_uniform(-15, 15)) for _ in range(120)]
    pairs += [(log_uniform(-2, 2), log_uniform(-3, 2)) for _ in range(60)]
    for a, n in pairs:
        mp.dps = 360 if min(abs(a), abs(n), 1) < 1e-40 or max(a, 1) > 1e40 else 120
        x, m = mpf(a), mpf(n)
        yield "log_rising_factorial", [a, n], loggamma(x + m) - loggamma(x)
        if a < 1e15:
            mp.dps = min(mp.dps, 180)
        yield "digamma_difference", [a, n], big_psi(0, x + m) - big_psi(0, x)
        yield "trigamma_difference", [a, n], big_psi(1, x + m) - big_psi(1, x)
    mp.dps = 100
    shapes = [1e-300, 1e-20, 1e-5, 0.1, 0.5, 1.0, 1.5, 3.0, 9.9, 10.0, 25.0, 1e3, 1e6, 1e10, 1e20]
    for a in shapes:
        for b in shapes:
            mp.dps = 360 if min(a, b) < 1e-40 else 100
            yield "lbeta", [a, b], loggamma(mpf(a)) + loggamma(mpf(b)) - loggamma(mpf(a) + mpf(b))
    mp.dps = 120
    for n, k in [(1e-10, 3e-11), (1e-3, 2e-4), (0.1, 0.05), (0.13, 0.01), (0.5, 1e-12), (1.0, 0.5), (2.0, 1.0), (3.5, 1.25),
                 (19.0, 9.0), (20.0, 10.0), (21.0, 10.0), (50.0, 49.0), (1e6, 3.0), (1e6, 5e5), (1e15, 7.0), (1e15, 5e14),
                 (1e300, 2.0), (1e300, 50.0), (100.0, 99.75)] + [
                     (lambda n: (n, n * random.random()))(log_uniform(-4, 8)) for _ in range(60)]:
        x, m = mpf(n), mpf(k)
        if n > 1e100:
            mp.dps = 360
        yield "lchoose", [n, k], loggamma(x + 1) - loggamma(m + 1) - loggamma(x - m + 1)
        mp.dps = 120
    mp.dps = 60


def big_psi(order, x):
    """Digamma and trigamma by upward recurrence and 60 terms of the asymptotic series, good for 100 digits and more."""
    total = mpf(0)
    while x < 200:
        total -= (1 / x) if order == 0 else -1 / x**2
        x += 1
    terms = range(1, 100)
    if order == 0:
        return total + log(x) - 1 / (2 * x) - sum(mp.bernoulli(2 * k) / (2 * k * x ** (2 * k)) for k in terms)
    return total + 1 / x + 1 / (2 * x**2) + sum(mp.bernoulli(2 * k) / x ** (2 * k + 1) for k in terms)


def log_cdf(x):
    # A loss of digits in 1 - erfc on the right is avoided by log1p of the other tail.
    return log(erfc(-x / sqrt(2)) / 2) if x < 0 else log1p(-erfc(x / sqrt(2)) / 2)


def owens_t(h, a):
    """Positive integrand, cut at its Gaussian tail, in pieces."""
    top = min(a, 18 / h) if h > 0 else a
    points = [top * k / mpf(24) for k in range(25)]
    if h * top < 4 and a > 1:  # the scale is that of 1 / (1 + x^2)
        points = [mpf(0)] + [mpf(2) ** k for k in range(-1, 60) if mpf(2) ** k < top] + [top]
    return exp(-h * h / 2) * quad(lambda x: exp(-h * h * x * x / 2) / (1 + x * x), points) / (2 * pi)


def normal_rows():
    mp.dps = 50
    grid = [-38.4, -37.5, -30.0, -20.3, -10.0, -5.0001, -5.0, -4.9999, -3.3, -1.0, -0.1, -1e-10, 1e-300, 1e-5, 0.7, 1.0, 2.5,
            4.999, 5.0, 7.7, 9.0, 15.0, 25.0, 37.0] + [random.uniform(-12, 9) for _ in range(60)]
    for x in grid:
        m = mpf(x)
        yield "normal_cdf", [x], erfc(-m / sqrt(2)) / 2
        yield "log_normal_cdf", [x], log_cdf(m)
        yield "inverse_mills_ratio", [x], npdf(m) / (erfc(-m / sqrt(2)) / 2)
    for x in [-40.0, -100.0, -1e3, -1e5, -1e8, -1e20, -1e100, -1e153]:
        m = mpf(x)
        # Laplace's asymptotic series for Q(t) = phi(t) / t (1 - 1/t^2 + 3/t^4 - ...)
        t = -m
        term, total = mpf(1), mpf(0)
        for k in range(1, 60):
            total += term
            term *= -(2 * k - 1) / (t * t)
        yield "log_normal_cdf", [x], -t * t / 2 - log(2 * pi) / 2 - log(t) + log(total)
        yield "inverse_mills_ratio", [x], t / total
    for p in [5e-324, 1e-310, 1e-300, 1e-100, 1e-20, 1e-12, 1e-5, 0.0749, 0.075, 0.0751, 0.3, 0.5 - 1e-12, 0.5 + 1e-15, 0.6,
              0.9249, 0.925, 0.9251, 0.99, 1 - 1e-10, 1 - 2.0**-53] + [random.random() for _ in range(40)] + [
                  log_uniform(-300, 0) for _ in range(40)]:
        yield "inv_normal_cdf", [p], inverse_cdf(mpf(p))
    for h in [0.0, 1e-10, 0.01, 0.5, 1.0, 2.5, 6.0, 15.0, 30.0, 37.0]:
        for a in [1e-300, 1e-8, 0.1, 0.5, 0.99, 1.0, 1.01, 2.0, 10.0, 1e5]:
            yield "owens_t", [h, a], owens_t(mpf(h), mpf(a))
    for _ in range(60):
        h, a = random.uniform(0, 8), log_uniform(-2, 2)
        yield "owens_t", [h, a], owens_t(mpf(h), mpf(a))


def inverse_cdf(p):
    if p > mpf(1) / 2:
        return -inverse_cdf(1 - p)
    x = -sqrt(-2 * log(2 * p)) if p < 0.4 else (p - mpf(1) / 2) * sqrt(2 * pi)
    for _ in range(60):
        cdf = erfc(-x / sqrt(2)) / 2
        step = (log(cdf) - log(p)) * cdf / npdf(x)
        x -= step
        if abs(step) < abs(x) * mpf(10) ** -40:
            break
    return x


def log_gamma_prefix(a, x):
    return a * log(x) - x - loggamma(a + 1)


def upper_fraction(a, x):
    """Legendre's continued fraction for gamma(a, x) x^-a e^x by modified Lentz, x > a + 1."""
    b = x + 1 - a
    c, d = mpf(10) ** 300, 1 / b
    h = d
    for i in range(1, 10**6):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= c * d
        if abs(c * d - 1) < mpf(10) ** (10 - mp.dps):
            return h
    raise ArithmeticError("no convergence")


def log_p_and_q(a, x):
    if x > a + 1 and x > 2:
        log_q = log_gamma_prefix(a, x) + log(a) + log(upper_fraction(a, x))
        return log1p(-exp(log_q)), log_q
    term, total, k = mpf(1), mpf(1), 0
    while term > total * mpf(10) ** -mp.dps:
        k += 1
        term *= x / (a + k)
        total += term
    log_p = log_gamma_prefix(a, x) + log(total)
    return log_p, log1p(-exp(log_p)) if log_p < -1 else log(-mp.expm1(log_p))


def incomplete_gamma_rows():
    points = [(a, a * r) for a in [1e-10, 1e-3, 0.3, 1.0, 1.7, 5.0, 19.9, 20.0, 100.0, 1e4, 1e6]
              for r in [1e-5, 0.1, 0.5, 0.9, 0.999, 1.0, 1.001, 1.1, 2.0, 10.0]]
    points += [(a, x) for a in [1e-12, 1e-3, 0.5, 0.999, 1.0, 1.01, 3.0, 15.0] for x in [1e-300, 1e-8, 0.1, 0.99, 1.0, 1.01, 3.0, 50.0, 700.0]]
    points += [(1e6, 1e6 + k * 1e3) for k in (-30, -8, -3, 3, 8, 30)] + [(1e6, 1e5), (1e6, 1e7), (1e8, 1e8 + 2e4)]
    points += [(log_uniform(-2, 4), log_uniform(-2, 4)) for _ in range(80)]
    mp.dps = 90
    for a, x in points:
        m, y = mpf(a), mpf(x)
        log_p, log_q = log_p_and_q(m, y)
        yield "log_gamma_p", [a, x], log_p
        yield "log_gamma_q", [a, x], log_q
        yield "log_gamma_p_da", [a, x], derivative(lambda s: log_p_and_q(s, y)[0], m, 20)
        yield "log_gamma_q_da", [a, x], derivative(lambda s: log_p_and_q(s, y)[1], m, 20)
    mp.dps = 60


def log_beta_series(a, b, x, y):
    """x^a y^b / (a B(a, b)) * sum of (a + b)_k / (a + 1)_k x^k, all terms positive."""
    term, total, k = mpf(1), mpf(1), 0
    while True:
        ratio = x * (a + b + k) / (a + 1 + k)
        term *= ratio
        total += term
        k += 1
        if ratio < 1 and term / (1 - ratio) < total * mpf(10) ** -mp.dps:
            break
    return a * log(x) + b * log(y) - log(a) - loggamma(a) - loggamma(b) + loggamma(a + b) + log(total)


def log_inc_beta(a, b, x):
    y = 1 - x
    # The tail that holds less is the one to sum, unless its series converges slowly (then it is not far out).
    direct = x <= 0.99 if (a + b) * x <= a else y > 0.99
    return log_beta_series(a, b, x, y) if direct else log1p(-exp(log_beta_series(b, a, y, x)))


def incomplete_beta_rows():
    shapes = [1e-8, 0.01, 0.5, 1.0, 3.0, 9.9, 30.0, 1e3, 1e4]
    points = [(a, b, x) for a in shapes for b in shapes for x in
              [1e-12, 0.01, 0.5, a / (a + b), min(0.99 * a / (a + b), 1 - 1e-10), min(1.01 * a / (a + b), 0.999999), 0.9, 1 - 2.0**-40]]
    points = [points[i] for i in sorted(random.sample(range(len(points)), 260))]
    points += [(1e-5, 2.0, 1e-300), (0.3, 0.2, 1e-250), (0.7, 30.0, 1e-200), (1e-3, 1e-3, 1e-100), (2.0, 1e-5, 1 - 2.0**-53)]
    points += [(1e6, 1e6, 0.5 + k * 1e-3) for k in (-5, -1, 0, 1, 5)] + [(1e6, 2.0, 0.999999), (3.0, 1e6, 1e-6), (1e6, 1e3, 0.99)]
    points += [(1e6, 1e6, 0.3), (1e6, 3e5, 0.75), (0.4, 1e6, 1e-9), (1e6, 0.4, 1 - 1e-7), (50.0, 1e6, 1e-5)]
    points += [(log_uniform(-1, 3), log_uniform(-1, 3), random.random()) for _ in range(100)]
    for a, b, x in points:
        mp.dps = 90
        p, q, r = mpf(a), mpf(b), mpf(x)
        value = log_inc_beta(p, q, r)
        yield "log_inc_beta", [a, b, x], value
        yield "log_inc_beta_da", [a, b, x], derivative(lambda s: log_inc_beta(s, q, r), p, 20)
        yield "log_inc_beta_db", [a, b, x], derivative(lambda s: log_inc_beta(p, s, r), q, 20)
    mp.dps = 60


def bessel_rows():
    for x in [1e-150, 1e-10, 0.1, 1.0, 3.0, 10.0, 21.999, 22.0, 22.001, 50.0, 700.0, 1e4] + [random.uniform(0, 60) for _ in range(60)]:
        m = mpf(x)
        i0 = besseli(0, m)
        yield "log_bessel_i0", [x], log(i0) if x > 1e-5 else m * m / 4 - m**4 / 64
        yield "bessel_i1_i0_ratio", [x], besseli(1, m) / i0


TABLES = {
    "gamma.txt": gamma_rows,
    "gamma_difference.txt": difference_rows,
    "normal.txt": normal_rows,
    "bessel.txt": bessel_rows,
    "incomplete_gamma.txt": incomplete_gamma_rows,
    "incomplete_beta.txt": incomplete_beta_rows,
}

if __name__ == "__main__":
    for table in sys.argv[1:] or TABLES:
        write(table, TABLES[table]())
