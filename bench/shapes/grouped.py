"""Simulated data of regressions and of groups: each function gives what a program of this folder reads."""
import json
import math
import pathlib
import random
from typing import Any

Data = dict[str, Any]
MIXED = pathlib.Path(__file__).resolve().parent.parent.parent / "models" / "mixed" / "data"


def gauss(rng: random.Random, count: int, scale: float = 1.0) -> list[float]:
    return [rng.gauss(0, scale) for _ in range(count)]


def dot(left: list[float], right: list[float]) -> float:
    return sum(a * b for a, b in zip(left, right))


def poisson(rng: random.Random, mean: float) -> int:
    """By counting arrivals; means here are small."""
    count, left = 0, mean - rng.expovariate(1)
    while left > 0:
        count, left = count + 1, left - rng.expovariate(1)
    return count


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def mixed(name: str) -> Data:
    """The data of models/mixed, which a program that is not centred shares with the one that is."""
    return json.loads((MIXED / f"{name}.json").read_text())


def diamonds(rng: random.Random) -> Data:
    """Columns that go together in pairs, as powers and dummies of one quantity do."""
    rows, columns = 5000, 24
    b = gauss(rng, columns, 0.3)
    x = []
    for _ in range(rows):
        common = gauss(rng, columns // 2)
        x.append([0.9 * common[k // 2] + 0.44 * rng.gauss(0, 1) for k in range(columns)])
    return {"N": rows, "K": columns, "X": x, "y": [7.8 + dot(row, b) + rng.gauss(0, 0.15) for row in x]}


def glmm(rng: random.Random) -> Data:
    sites = 235
    alpha = gauss(rng, sites, 1.2)
    site = [s for s in range(sites) for _ in range(7 + s % 4)]
    return {"N": len(site), "S": sites, "site": [s + 1 for s in site], "y": [poisson(rng, math.exp(1.5 + alpha[s])) for s in site]}


def surgical(rng: random.Random) -> Data:
    n = [47, 148, 119, 810, 211, 196, 148, 215, 207, 97, 256, 360]
    p = [logistic(rng.gauss(-2.5, 0.4)) for _ in n]
    return {"N": len(n), "n": n, "r": [sum(rng.random() < q for _ in range(size)) for q, size in zip(p, n)]}


def irt_2pl(rng: random.Random) -> Data:
    items, persons = 20, 100
    theta = gauss(rng, persons, 1.2)
    a = [math.exp(rng.gauss(0, 0.4)) for _ in range(items)]
    b = [rng.gauss(0.3, 0.9) for _ in range(items)]
    return {"I": items, "J": persons, "y": [[int(rng.random() < logistic(a[i] * (t - b[i]))) for t in theta] for i in range(items)]}


def radon(rng: random.Random) -> Data:
    """Counties of very different sizes."""
    rows, counties = 12573, 386
    alpha = [rng.gauss(1.3, 0.4) for _ in range(counties)]
    county = list(range(counties)) + [int(counties * rng.random() ** 2) for _ in range(rows - counties)]
    return {"N": rows, "J": counties, "county": [c + 1 for c in county], "y": [alpha[c] + rng.gauss(0, 0.75) for c in county]}


def regression(rng: random.Random, rows: int = 200, size: int = 5) -> Data:
    columns = size
    beta = gauss(rng, columns)
    x = [gauss(rng, columns) for _ in range(rows)]
    return {"N": rows, "K": columns, "X": x, "y": [0.5 + dot(row, beta) + rng.gauss(0, 1) for row in x]}


def slopes_wishart(rng: random.Random) -> Data:
    """Six groups of four rows."""
    count, groups = 24, 6
    intercept, slope, x = gauss(rng, groups), gauss(rng, groups, 0.7), gauss(rng, count)
    g = [1 + n % groups for n in range(count)]
    return {"N": count, "J": groups, "g": g, "x": x, "y": [1 + intercept[j - 1] + (0.5 + slope[j - 1]) * u + rng.gauss(0, 0.6) for j, u in zip(g, x)]}


def interactions(rng: random.Random) -> Data:
    """Every group has one recipe and is seen once at each temperature; dummies of recipe, temperature and both."""
    recipes, temperatures, groups = 3, 6, 45
    r = gauss(rng, groups, 6.0)
    x, group, y = [], [], []
    for j in range(groups):
        for t in range(temperatures):
            first = [float(j % recipes == k) for k in range(1, recipes)]
            second = [float(t == k) for k in range(1, temperatures)]
            x.append(first + second + [u * v for u in first for v in second])
            group.append(j + 1)
            y.append(29 + 1.7 * t - 1.5 * (j % recipes) + r[j] + rng.gauss(0, 4.5))
    return {"N": len(y), "K": len(x[0]), "X": x, "J": groups, "group": group, "y": y}


def multivariate(rng: random.Random, size: int) -> Data:
    """Residuals that share a part."""
    rows, columns = 150, 2
    b = [gauss(rng, columns) for _ in range(size)]
    x = [gauss(rng, columns) for _ in range(rows)]
    y = []
    for row in x:
        common = rng.gauss(0, 0.7)
        y.append([0.5 * k + dot(row, b[k]) + common + rng.gauss(0, 0.7) for k in range(size)])
    return {"N": rows, "K": size, "P": columns, "X": x, "y": y}


def missing(rng: random.Random) -> Data:
    rows, of_y, of_x = 150, 20, 27
    x = [rng.gauss(1, 1) for _ in range(rows)]
    y = [0.5 + 0.8 * v + rng.gauss(0, 0.7) for v in x]
    y_at = sorted(rng.sample(range(rows), of_y))
    x_at = sorted(rng.sample(range(rows), of_x))
    for k in y_at:
        y[k] = 0.0
    for k in x_at:
        x[k] = 0.0
    return {"N": rows, "y_seen": y, "N_y": of_y, "y_at": [k + 1 for k in y_at], "x_seen": x, "N_x": of_x, "x_at": [k + 1 for k in x_at]}
