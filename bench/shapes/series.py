"""Simulated data of time series, and the program with thousands of scalar parameters."""
import math
import random

from grouped import Data, gauss


def walk(rng: random.Random, count: int, scale: float, start: float = 0.0) -> list[float]:
    values = [start]
    for _ in range(count - 1):
        values.append(values[-1] + rng.gauss(0, scale))
    return values


def autoregression(rng: random.Random, count: int, phi: float, scale: float) -> list[float]:
    values = [rng.gauss(0, scale / math.sqrt(1 - phi * phi))]
    for _ in range(count - 1):
        values.append(phi * values[-1] + rng.gauss(0, scale))
    return values


def local_level(rng: random.Random, size: int) -> Data:
    return {"T": size, "y": [v + rng.gauss(0, 0.7) for v in walk(rng, size, 0.3)]}


def ar1(rng: random.Random, size: int) -> Data:
    return {"T": size, "y": [1 + v + rng.gauss(0, 0.6) for v in autoregression(rng, size, 0.8, 0.5)]}


def ar2_latent(rng: random.Random) -> Data:
    """Thirty states, as much noise as steps."""
    values = [0.0, 0.0]
    for _ in range(30):
        values.append(0.5 * values[-1] + 0.2 * values[-2] + rng.gauss(0, 0.5))
    return {"T": 30, "y": [v + rng.gauss(0, 0.5) for v in values[2:]]}


def season_minus(rng: random.Random, size: int) -> Data:
    values = [0.8, -0.3, 0.4]
    while len(values) < size:
        values.append(-values[-1] - values[-2] - values[-3] + rng.gauss(0, 0.2))
    return {"T": size, "y": [1 + v + rng.gauss(0, 0.5) for v in values]}


def stochastic_volatility(rng: random.Random) -> Data:
    """As of daily returns, in percent: half-lives of a month."""
    return {"T": 1000, "y": [rng.gauss(0, math.exp((v - 0.5) / 2)) for v in autoregression(rng, 1000, 0.97, 0.2)]}


def fixed_covariance(rng: random.Random, size: int) -> Data:
    """That of an autoregression with a little of its own for each element."""
    sigma = [[0.95 ** abs(i - j) + (0.05 if i == j else 0.0) for j in range(size)] for i in range(size)]
    x = autoregression(rng, size, 0.95, math.sqrt(1 - 0.95**2))
    return {"N": size, "Sigma": sigma, "y": [v + rng.gauss(0, math.sqrt(0.05)) + rng.gauss(0, 0.5) for v in x]}


def relatives(rng: random.Random, size: int) -> Data:
    """A pedigree: forty founders, then each has two parents among those before."""
    a = [[float(i == j) for j in range(size)] for i in range(size)]
    value = gauss(rng, size, 0.8)
    for i in range(40, size):
        p, q = rng.randrange(i), rng.randrange(i)
        for j in range(i):
            a[i][j] = a[j][i] = (a[p][j] + a[q][j]) / 2
        a[i][i] = 1 + a[p][q] / 2
        value[i] = (value[p] + value[q]) / 2 + rng.gauss(0, 0.8 * math.sqrt(0.5))
    x = gauss(rng, size, 1)
    return {"N": size, "A": a, "x": x, "y": [1 + 0.5 * u + v + rng.gauss(0, 0.6) for u, v in zip(x, value)]}


def prophet(rng: random.Random) -> Data:
    """Years and weeks by Fourier terms that add or multiply, and eight holidays."""
    count, changes = 1169, 25
    t = [n / (count - 1) for n in range(count)]
    periods = [(365.25, k) for k in range(1, 11)] + [(7.0, k) for k in range(1, 4)]
    holidays = [{rng.randrange(count) for _ in range(6)} for _ in range(8)]
    x = [[f(2 * math.pi * k * n / p) for p, k in periods for f in (math.sin, math.cos)] + [float(n in days) for days in holidays] for n in range(count)]
    columns = len(x[0])
    is_additive = [float(k % 2) for k in range(columns)]
    beta = gauss(rng, columns, 0.04)
    y = []
    for n in range(count):
        trend = 0.2 + 0.5 * t[n] + 0.3 * max(0.0, t[n] - 0.6)
        parts = [b * v for b, v in zip(beta, x[n])]
        y.append(trend * (1 + sum(p for p, a in zip(parts, is_additive) if not a)) + sum(p for p, a in zip(parts, is_additive) if a) + rng.gauss(0, 0.05))
    return {"T": count, "K": columns, "S": changes, "t": t, "y": y, "change": [0.8 * (s + 1) / changes for s in range(changes)], "X": x, "prior_scale": [10.0] * columns,
            "is_additive": is_additive, "is_multiplicative": [1 - a for a in is_additive], "tau": 0.05}


def drivers(rng: random.Random) -> Data:
    n = 192
    level = walk(rng, n, 0.04, 7.4)
    season = [0.15 * math.cos(2 * math.pi * k / 12) + 0.08 * math.sin(4 * math.pi * k / 12) for k in range(12)]
    x = autoregression(rng, n, 0.9, 0.05)
    w = [float(t >= 170) for t in range(n)]
    return {"n": n, "y": [level[t] + season[t % 12] - 0.3 * x[t] - 0.2 * w[t] + rng.gauss(0, 0.06) for t in range(n)], "x": x, "w": w}


def hierarchical_gp(rng: random.Random) -> Data:
    states, regions, seen, years = 50, 10, 11, 14
    region_of = [s % regions for s in range(states)]
    by_region = [autoregression(rng, years, 0.8, 0.03) for _ in range(regions)]
    by_state = [autoregression(rng, years, 0.8, 0.02) for _ in range(states)]
    level, by_year = gauss(rng, states, 0.06), gauss(rng, seen, 0.03)
    cells = [(s, t) for t in range(seen) for s in range(states)]
    y = [0.5 + level[s] + by_year[t] + by_region[region_of[s]][t] + by_state[s][t] + rng.gauss(0, 0.02) for s, t in cells]
    return {"N": len(y), "n_states": states, "n_regions": regions, "n_years_obs": seen, "n_years": years, "state": [s + 1 for s, _ in cells],
            "year": [t + 1 for _, t in cells], "region_of": [r + 1 for r in region_of], "y": y}


def scalars(rng: random.Random, size: int) -> Data:
    return {f"y{k + 1}": rng.gauss(0, math.sqrt(2)) for k in range(size)}


def scalars_program(count: int) -> str:
    """Each parameter and each datum has a name of its own."""
    numbers = range(1, count + 1)
    data = "".join(f"  real y{k};\n" for k in numbers)
    parameters = "".join(f"  real a{k};\n" for k in numbers)
    model = "".join(f"  a{k} ~ normal(0, 1);\n  y{k} ~ normal(a{k}, 1);\n" for k in numbers)
    return f"data {{\n{data}}}\nparameters {{\n{parameters}}}\nmodel {{\n{model}}}\n"
