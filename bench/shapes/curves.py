"""Simulated data of curves: splines, Gaussian processes, and processes over areas."""
import math
import random

from grouped import Data, dot, gauss, poisson


def sines(x: list[float], count: int, edge: float) -> tuple[list[list[float]], list[float]]:
    """Eigenfunctions of the Laplacian on [-edge, edge] at x, and their eigenvalues."""
    roots = [math.pi * (k + 1) / (2 * edge) for k in range(count)]
    return [[math.sin(r * (v + edge)) / math.sqrt(edge) for r in roots] for v in x], [r * r for r in roots]


def impact(rng: random.Random) -> tuple[list[float], list[float]]:
    """Nothing, a fall, a swing back: as the head of a dummy in a crash; the noise comes with it."""
    x = sorted(rng.uniform(-0.5, 0.5) for _ in range(133))
    fall = [-120 * math.exp(-((v + 0.1) / 0.09) ** 2) + 60 * math.exp(-((v - 0.12) / 0.1) ** 2) for v in x]
    return x, [f + rng.gauss(0, 1.5 + 20 * logistic_step(v)) for v, f in zip(x, fall)]


def logistic_step(v: float) -> float:
    return 1 / (1 + math.exp(-30 * (v + 0.25)))


def accel_gp(rng: random.Random) -> Data:
    x, y = impact(rng)
    b, eigenvalues = sines(x, 40, 0.625)
    return {"N": len(x), "y": y, "M": 40, "B": b, "eigenvalue": eigenvalues, "M_scale": 20, "B_scale": [row[:20] for row in b],
            "eigenvalue_scale": eigenvalues[:20]}


def accel_splines(rng: random.Random) -> Data:
    """Cosines, the faster the smaller: nearly what a penalty on the second derivative makes of a spline."""
    x, y = impact(rng)
    z = [[math.sqrt(2) * math.cos(math.pi * (k + 1) * (v + 0.5)) * 5 / (k + 1) ** 2 for k in range(38)] for v in x]
    return {"N": len(x), "y": y, "x": x, "M": 38, "Z": z}


def waves(rng: random.Random, x: list[float], count: int = 12, decay: float = 1.0) -> list[float]:
    """A smooth function: waves with random phases, the faster the smaller."""
    parts = [(rng.gauss(0, 1) / (1 + decay * k), 0.5 + k / 2, rng.uniform(0, 2 * math.pi)) for k in range(count)]
    return [sum(a * math.sin(w * v + p) for a, w, p in parts) for v in x]


def gp(rng: random.Random, size: int) -> Data:
    x = sorted(rng.uniform(0, 10) for _ in range(size))
    return {"N": size, "x": x, "y": [f + rng.gauss(0, 0.3) for f in waves(rng, x)]}


def gp_many(rng: random.Random) -> Data:
    """Noise and nothing else, so that all is as easy as it was a priori."""
    places, curves = 12, 20
    return {"N": places, "J": curves, "x": [k / 2 for k in range(places)], "y": [gauss(rng, curves) for _ in range(places)]}


def kronecker_gp(rng: random.Random) -> Data:
    """Every curve is a mixture of three, so that curves are correlated."""
    places, curves = 30, 30
    x = [10 * k / (places - 1) for k in range(places)]
    shared = [waves(rng, x) for _ in range(3)]
    weights = [gauss(rng, 3) for _ in range(curves)]
    return {"N": places, "M": curves, "x": x, "y": [[dot(w, [f[n] for f in shared]) + rng.gauss(0, 0.5) for w in weights] for n in range(places)]}


def gp_basis(rng: random.Random) -> Data:
    rows, columns = 200, 5
    x = [rng.uniform(-0.5, 0.5) for _ in range(rows)]
    b, eigenvalues = sines(x, 20, 0.625)
    beta = gauss(rng, columns)
    others = [gauss(rng, columns) for _ in range(rows)]
    f = waves(rng, [10 * v for v in x])
    y = [0.5 + dot(row, beta) + f[n] + rng.gauss(0, 0.5) for n, row in enumerate(others)]
    return {"N": rows, "y": y, "K": columns, "X": others, "M": 20, "B": b, "eigenvalue": eigenvalues}


def gp_exact(rng: random.Random) -> Data:
    rows, places = 50, 19
    place = [k / (places - 1) for k in range(places)]
    at = [k % places for k in range(rows)]
    return {"N": rows, "y": [5 + 70 * place[k] + 6 * math.sin(5 * place[k]) + rng.gauss(0, 12) for k in at], "P": places, "place": place, "at": [k + 1 for k in at]}


def b_splines(x: float, count: int) -> list[float]:
    """Cubic, at x in [0, 1], by the recursion over degrees."""
    spans = count - 3
    knots = [(k - 3) / spans for k in range(count + 4)]
    values = [float(knots[k] <= x < knots[k + 1]) for k in range(count + 3)]
    for degree in range(1, 4):
        width = degree / spans
        values = [(x - knots[k]) / width * values[k] + (knots[k + degree + 1] - x) / width * values[k + 1] for k in range(count + 3 - degree)]
    return values


def spline_scale(rng: random.Random) -> Data:
    rows, count = 400, 40
    x = [(n + 0.5) / rows for n in range(rows)]
    f = waves(rng, [10 * v for v in x])
    return {"N": rows, "M": count, "B": [b_splines(v, count) for v in x], "x": x, "y": [g + rng.gauss(0, math.exp(-2 + 1.5 * v)) for v, g in zip(x, f)]}


def grid(rows: int, columns: int) -> tuple[list[int], list[int]]:
    """Neighbours on a grid, each pair once."""
    right = [(r * columns + c + 1, r * columns + c + 2) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c + 1, (r + 1) * columns + c + 1) for r in range(rows - 1) for c in range(columns)]
    pairs = right + down
    return [a for a, _ in pairs], [b for _, b in pairs]


def surface(rng: random.Random, rows: int, columns: int) -> list[float]:
    down, across = waves(rng, [r / 5 for r in range(rows)]), waves(rng, [c / 5 for c in range(columns)])
    return [d + a + 0.5 * d * a for d in down for a in across]


def icar(rng: random.Random) -> Data:
    node1, node2 = grid(40, 50)
    return {"N": 2000, "E": len(node1), "node1": node1, "node2": node2, "y": [1 + 0.5 * f + rng.gauss(0, 0.5) for f in surface(rng, 40, 50)]}


def bym2(rng: random.Random) -> Data:
    """The scaling is about that of a grid of this size."""
    node1, node2 = grid(40, 50)
    exposure = [rng.uniform(1, 20) for _ in range(2000)]
    y = [poisson(rng, e * math.exp(-0.2 + 0.3 * f + rng.gauss(0, 0.3))) for e, f in zip(exposure, surface(rng, 40, 50))]
    return {"N": 2000, "E": len(node1), "node1": node1, "node2": node2, "y": y, "exposure": exposure, "scaling": 0.7}
