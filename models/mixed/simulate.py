#!/usr/bin/env python3
"""The data of the mixed models, simulated: writes data/*.json beside this file. Run again, it writes the same."""
import json
import pathlib
import random

DATA = pathlib.Path(__file__).resolve().parent / "data"


def effects(rng, count, scale):
    return [rng.gauss(0, scale) for _ in range(count)]


def write(name, data):
    short = {k: [round(v, 3) if isinstance(v, float) else v for v in value] if isinstance(value, list) else value for k, value in data.items()}
    (DATA / f"{name}.json").write_text(json.dumps(short) + "\n")


def lines(name, seed, groups, size, correlation):
    """Groups of different sizes, each with its own line."""
    rng = random.Random(seed)
    u = [(g, h) for g, h in zip(effects(rng, groups, 1.0), effects(rng, groups, 1.0))]
    group = [j for j in range(groups) for _ in range(size + j % 5)]
    x = [rng.uniform(-1, 3) for _ in group]
    intercept = lambda j: 2.0 * u[j][0]
    slope = lambda j: 0.7 * (correlation * u[j][0] + (1 - correlation**2) ** 0.5 * u[j][1])
    y = [1.0 - 0.5 * t + intercept(j) + slope(j) * t + rng.gauss(0, 1.0) for j, t in zip(group, x)]
    write(name, {"N": len(y), "J": groups, "group": [j + 1 for j in group], "x": x, "y": y})


def crossed(name, seed, rows, sizes, scales):
    """Every observation has a level of each factor, at random: as crossed, and as unbalanced, as can be."""
    rng = random.Random(seed)
    levels = [[rng.randrange(size) for _ in range(rows)] for size in sizes]
    values = [effects(rng, size, scale) for size, scale in zip(sizes, scales)]
    x = [rng.gauss(0, 1) for _ in range(rows)]
    y = [5.0 + 0.3 * x[i] + sum(v[level[i]] for v, level in zip(values, levels)) + rng.gauss(0, 1.0) for i in range(rows)]
    names = "abc"[: len(sizes)]
    write(name, {"N": rows, **{n.upper(): s for n, s in zip(names, sizes)}, **{n: [k + 1 for k in level] for n, level in zip(names, levels)}, "x": x, "y": y})


def nested(name, seed, schools, size):
    rng = random.Random(seed)
    school_of = [s for s in range(schools) for _ in range(2 + s % 3)]
    of_school = effects(rng, schools, 1.5)
    room = [of_school[s] + rng.gauss(0, 0.8) for s in school_of]
    in_class = [k for k in range(len(school_of)) for _ in range(size + k % 4)]
    x = [rng.gauss(0, 1) for _ in in_class]
    y = [10.0 + 0.6 * t + room[k] + rng.gauss(0, 2.0) for k, t in zip(in_class, x)]
    write(name, {"N": len(y), "S": schools, "K": len(school_of), "school_of": [s + 1 for s in school_of], "class": [k + 1 for k in in_class], "x": x, "y": y})


def main():
    DATA.mkdir(exist_ok=True)
    lines("intercepts_slopes", 1, 40, 8, 0.0)
    lines("correlated_slopes", 2, 40, 8, 0.6)
    crossed("crossed_two", 3, 600, (40, 25), (2.0, 0.8))
    crossed("crossed_three", 4, 800, (40, 25, 15), (3.0, 1.0, 0.4))
    nested("nested", 5, 20, 6)


main()
