"""Simulated data of programs in which it is a question whether a collapse pays: most of them are easy to sample, and a gradient is dear without the effects."""
import functools
import math
import random

from grouped import Data, gauss, poisson


def levels(rng: random.Random, rows: int, count: int) -> list[int]:
    return [rng.randint(1, count) for _ in range(rows)]


def crossed(rng: random.Random, rows: int, sizes: tuple[int, ...], noise: float = 0.8) -> Data:
    """Effects of one to three factors, and a slope."""
    names = list(zip(("J", "K", "L"), ("g", "h", "l"), sizes))
    data: Data = {"N": rows, "x": gauss(rng, rows), **{size: count for size, _, count in names}}
    mean = [1.0 + 0.5 * x for x in data["x"]]
    for _, index, count in names:
        effect = gauss(rng, count, 0.7)
        data[index] = levels(rng, rows, count)
        mean = [m + effect[j - 1] for m, j in zip(mean, data[index])]
    return {**data, "y": [rng.gauss(m, noise) for m in mean]}


def unequal_noise(rng: random.Random) -> Data:
    data = crossed(rng, 300, (20, 12), 0.0)
    log_noise = gauss(rng, 20, 0.5)
    return {**data, "y": [rng.gauss(y, math.exp(log_noise[j - 1])) for y, j in zip(data["y"], data["g"])]}


def growing_effects(rng: random.Random) -> Data:
    data = crossed(rng, 600, (30, 8), 0.0)
    return {**data, "y": [rng.gauss(y * math.exp(0.3 * x), 0.8) for y, x in zip(data["y"], data["x"])]}


def decaying_effects(rng: random.Random) -> Data:
    g, z, level = levels(rng, 200, 15), [rng.uniform(0, 3) for _ in range(200)], gauss(rng, 15)
    return {"N": 200, "J": 15, "g": g, "z": z, "y": [rng.gauss((2 + level[j - 1]) * math.exp(-0.7 * t) + 1, 0.5) for j, t in zip(g, z)]}


def distributional(rng: random.Random) -> Data:
    data = crossed(rng, 200, (20,), 0.0)
    return {**data, "y": [rng.gauss(y - 0.3 * x * x, math.exp(-0.5 + 0.3 * x)) for y, x in zip(data["y"], data["x"])]}


def correlated_noise(rng: random.Random) -> Data:
    data, before, noise = crossed(rng, 200, (15,), 0.0), 0.0, []
    for _ in range(200):
        before = 0.6 * before + rng.gauss(0, 0.8)
        noise.append(before)
    return {**data, "y": [y + e for y, e in zip(data["y"], noise)]}


def counts_and_measures(rng: random.Random) -> Data:
    u = [rng.gauss(0.5, 0.7) for _ in range(40)]
    return {"N": 20, "J": 40, "k": [poisson(rng, math.exp(x)) for x in u[:20]], "counted": list(range(1, 21)), "measured": list(range(21, 41)), "y": [rng.gauss(x, 1) for x in u[20:]]}


def factors(rng: random.Random) -> Data:
    rows = []
    for _ in range(80):
        first = rng.gauss(0, 1)
        f = (first, 0.5 * first + rng.gauss(0, 0.87))
        rows.append([0.8 * f[k // 3] + rng.gauss(0, 0.6) for k in range(6)])
    return {"N": 80, "y": rows}


def autoregressive_errors(rng: random.Random) -> Data:
    x, y, error = [gauss(rng, 3) for _ in range(150)], [], 0.0
    for row in x:
        error = 0.6 * error + rng.gauss(0, 0.7)
        y.append(1.0 + 0.8 * row[0] - 0.5 * row[1] + error)
    return {"T": 150, "K": 3, "X": x, "y": y}


def horseshoe(rng: random.Random) -> Data:
    x = [gauss(rng, 20) for _ in range(100)]
    return {"N": 100, "K": 20, "X": x, "y": [rng.gauss(1.0 + 2.0 * row[0] - 1.5 * row[1], 1.0) for row in x]}


def growth(rng: random.Random) -> Data:
    limit, rate = gauss(rng, 15), gauss(rng, 15, 0.2)
    g, t = [1 + k // 8 for k in range(120)], [10 * (k % 8) / 7 for k in range(120)]
    mean = [(10 + limit[j - 1]) / (1 + math.exp(-math.exp(rate[j - 1]) * (v - 5))) for j, v in zip(g, t)]
    return {"N": 120, "J": 15, "g": g, "t": t, "y": [rng.gauss(m, 0.5) for m in mean]}


def exponential_delays(rng: random.Random, size: int) -> Data:
    return {"N": size, "y": [0.5 + rng.expovariate(1.0) + rng.gauss(0, 0.5) for _ in range(size)]}


def gamma_latent(rng: random.Random) -> Data:
    return {"N": 100, "y": [rng.gammavariate(2, 1) + rng.gauss(0, 0.5) for _ in range(100)]}


crossed_sparse = functools.partial(crossed, rows=300, sizes=(60, 50))
crossed_dense = functools.partial(crossed, rows=1600, sizes=(40, 40))
crossed_three_sparse = functools.partial(crossed, rows=600, sizes=(60, 50, 40))
noise_by_group = functools.partial(crossed, rows=200, sizes=(20, 8))
