"""Simulated data of programs of which nothing is collapsed: mixtures, item responses, hidden chains, networks, epidemics."""
import itertools
import math
import random

from grouped import Data


def dirichlet(rng: random.Random, concentration: float, size: int) -> list[float]:
    weights = [rng.gammavariate(concentration, 1) + 1e-12 for _ in range(size)]
    return [w / sum(weights) for w in weights]


def pick(rng: random.Random, weights: list[float]) -> int:
    return rng.choices(range(len(weights)), weights)[0]


def inv_logit(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def lda(rng: random.Random) -> Data:
    topics, vocabulary, documents, words = 5, 1500, 60, 6000
    weights = [dirichlet(rng, 0.5, topics) for _ in range(documents)]
    use = [dirichlet(rng, 0.1, vocabulary) for _ in range(topics)]
    document = sorted(rng.randint(1, documents) for _ in range(words))
    word = [1 + pick(rng, use[pick(rng, weights[d - 1])]) for d in document]
    return {"K": topics, "V": vocabulary, "M": documents, "N": words, "word": word, "document": document, "alpha": [0.2] * topics, "beta": [0.1] * vocabulary}


def responses(rng: random.Random, is_shared: bool) -> Data:
    """620 persons, 8 items of two to four steps, or of the same three."""
    items, persons = 8, 620
    steps = [[rng.gauss(0, 1) for _ in range(3 if is_shared else rng.randint(2, 4))] for _ in range(items)]
    if is_shared:
        steps = [[s + shift for s in steps[0]] for shift in (rng.gauss(0, 1) for _ in range(items))]
    slope = [math.exp(rng.gauss(0, 0.3)) for _ in range(items)]
    effect = [rng.gauss(0, 0.5) for _ in range(4)]
    covariates = [[1.0, *(rng.gauss(0, 1) for _ in range(3))] for _ in range(persons)]
    data: Data = {"items": items, "persons": persons, "responses": items * persons, "item": [], "person": [], "y": [], "covariates": 4, "W": covariates}
    for person, w in enumerate(covariates):
        ability = sum(a * b for a, b in zip(w, effect)) + rng.gauss(0, 1)
        for item in range(items):
            summed = [0.0, *itertools.accumulate(ability * slope[item] - s for s in steps[item])]
            data["item"].append(item + 1)
            data["person"].append(person + 1)
            data["y"].append(pick(rng, [math.exp(s) for s in summed]))
    return data


def dogs(rng: random.Random) -> Data:
    y = []
    for _ in range(30):
        after_shock, after_none = inv_logit(rng.gauss(2.3, 0.4)), inv_logit(rng.gauss(1.5, 0.4))
        trials = [1]
        while len(trials) < 25:
            shocks = sum(trials)
            trials.append(int(rng.random() < after_shock**shocks * after_none ** (len(trials) - shocks)))
        y.append(trials)
    return {"dogs": 30, "trials": 25, "y": y}


def loss_curve(rng: random.Random) -> Data:
    cells = [(c, t) for c in range(10) for t in range(10 - c)]
    premium = [rng.uniform(1e3, 3e3) for _ in range(10)]
    ratio = [math.exp(rng.gauss(-0.4, 0.1)) for _ in range(10)]
    growth = [1 - math.exp(-(((t + 1) / 2) ** 1.2)) for t in range(10)]
    return {"is_weibull": 1, "rows": len(cells), "times": 10, "cohorts": 10, "cohort": [c + 1 for c, _ in cells], "time_index": [t + 1 for _, t in cells],
            "t": [t + 1.0 for t in range(10)], "premium": premium, "loss": [premium[c] * (ratio[c] * growth[t] + rng.gauss(0, 0.02)) for c, t in cells]}


def network(rng: random.Random) -> Data:
    x = [[round(rng.random(), 3) if rng.random() < 0.3 else 0.0 for _ in range(784)] for _ in range(100)]
    return {"N": 100, "inputs": 784, "hidden": 10, "classes": 10, "x": x, "y": [rng.randint(1, 10) for _ in range(100)]}


def states(rng: random.Random, count: int, move: list[list[float]]) -> list[int]:
    path = [0]
    while len(path) < count:
        path.append(pick(rng, move[path[-1]]))
    return path


def hmm_gaussian(rng: random.Random) -> Data:
    path = states(rng, 500, [[0.8, 0.1, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]])
    return {"T": 500, "K": 3, "y": [rng.gauss((-2, 0, 3)[s], (0.5, 0.7, 1)[s]) for s in path]}


def hmm_drive(rng: random.Random) -> Data:
    path = states(rng, 400, [[0.9, 0.1], [0.2, 0.8]])
    return {"T": 400, "K": 2, "u": [rng.gauss(3 * s, 0.5) for s in path], "v": [rng.gauss(3 * s + 0.2, 0.5) for s in path], "counts": [[9, 1], [2, 8]],
            "tau": 0.5, "rho": 0.5}


def hmm_inputs(rng: random.Random) -> Data:
    u = [[rng.gauss(0, 1) for _ in range(4)] for _ in range(500)]
    return {"T": 500, "K": 3, "M": 4, "y": [a - b + 0.5 * c + 2 * d + rng.gauss(0, 1) for a, b, c, d in u], "u": u}


def renewal(rng: random.Random) -> Data:
    countries, days, measures = 14, 100, 6
    bell = [math.exp(-((i - 6.5) ** 2) / 20) for i in range(days)]
    delay = [math.exp(-((i - 20) ** 2) / 60) for i in range(days)]
    starts = [[rng.randint(20, 60) for _ in range(measures)] for _ in range(countries)]
    return {"M": countries, "P": measures, "N0": 6, "N2": days, "N": [90] * countries, "deaths": [[rng.randint(10, 30) for _ in range(countries)] for _ in range(days)],
            "f": [[0.01 * d / sum(delay)] * countries for d in delay], "X": [[[float(day >= s) for s in own] for day in range(days)] for own in starts],
            "start": [30] * countries, "pop": [5e7] * countries, "SI": [b / sum(bell) for b in bell]}


def poisson(rng: random.Random, rate: float) -> int:
    """By the times between events."""
    count, time = 0, rng.expovariate(rate)
    while time < 1:
        count, time = count + 1, time + rng.expovariate(rate)
    return count


def counts(rng: random.Random, size: int, each: int, mean: float, scale: float) -> Data:
    group = [1 + j for j in range(size) for _ in range(each)]
    theta = [rng.gauss(mean, scale) for _ in range(size)]
    return {"N": len(group), "J": size, "group": group, "y": [poisson(rng, math.exp(theta[g - 1])) for g in group]}


def binomial_funnel(rng: random.Random) -> Data:
    trials = [rng.randint(2, 6) for _ in range(20)]
    return {"J": len(trials), "n": trials, "y": [sum(rng.random() < p for _ in range(n)) for n in trials for p in [inv_logit(rng.gauss(0.5, 0.2))]]}


def nested_logistic(rng: random.Random) -> Data:
    """12 schools of 8 classes of 6 pupils."""
    school = [1 + k for k in range(12) for _ in range(8)]
    a = [rng.gauss(0.3, 0.8) for _ in range(12)]
    b = [rng.gauss(a[k - 1], 0.4) for k in school]
    pupil_class = [1 + c for c in range(len(school)) for _ in range(6)]
    x = [rng.gauss(0, 1) for _ in pupil_class]
    y = [int(rng.random() < inv_logit(b[c - 1] + 0.7 * v)) for c, v in zip(pupil_class, x)]
    return {"N": len(y), "K": 12, "C": len(school), "school": school, "class": pupil_class, "x": x, "y": y}
