"""Simulated data of differential equations."""
import math
import random
from collections.abc import Callable

from grouped import Data, poisson

State = list[float]


def followed(slope: Callable[[float, State], State], start: State, times: list[float]) -> list[State]:
    """The states at these times, by short steps of Heun's method."""
    states = []
    t, y = 0.0, start
    for end in times:
        h = (end - t) / 500
        for _ in range(500):
            k = slope(t, y)
            ahead = slope(t + h, [v + h * s for v, s in zip(y, k)])
            y = [v + h * (a + b) / 2 for v, a, b in zip(y, k, ahead)]
            t += h
        states.append(y)
    return states


def two_pools(rng: random.Random) -> Data:
    times = [1 + 29 * n / 24 for n in range(25)]
    pools = followed(lambda _, c: [0.1 * 0.02 * c[1] - 0.3 * c[0], 0.4 * 0.3 * c[0] - 0.02 * c[1]], [7.0, 0.7], times)
    return {"total": 7.7, "N": 25, "times": times, "gone": [7.7 - sum(c) + rng.gauss(0, 0.1) for c in pools]}


def absorption(rng: random.Random) -> Data:
    times = [0.5 + 14.5 * n / 19 for n in range(20)]
    amounts = followed(lambda t, a: [15 * 0.8 * math.exp(-0.8 * t) - 2 * a[0] / (4 + a[0])], [0.0], times)
    return {"dose": 30.0, "volume": 2.0, "N": 20, "times": times, "concentration": [a[0] * math.exp(rng.gauss(0, 0.1)) for a in amounts]}


def epidemic(rng: random.Random) -> Data:
    def slope(_: float, y: State) -> State:
        infected = 1.1 * y[3] / (y[3] + 1e6) * y[0]
        return [-infected, infected - 0.25 * y[1], 0.25 * y[1], 10 * y[1] - 0.33 * y[3]]

    times = [7.0 * (n + 1) for n in range(20)]
    start = [1e4, 1.0, 0.0, 0.0]
    states = followed(slope, start, times)
    cases = [poisson(rng, max(before[0] - after[0], 1e-9)) for before, after in zip([start, *states], states)]
    return {"N": 20, "times": times, "y0": start, "cases": cases, "bacteria": [y[3] * math.exp(rng.gauss(0, 0.1)) for y in states]}
