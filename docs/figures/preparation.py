#!/usr/bin/env python3
"""Preparation time and memory against N for the model of the paper's Appendix F: one parent with N children.

    docs/figures/preparation.py build/autumn

runs `autumn explain` on models/paper/one_parent.stan with N = 10 ... 1,000,000 observations and writes preparation.json (what was
measured) and preparation.svg beside this file. A time is the processor time of the whole process, from reading the data to printing
the plan, and the least of several runs, since other work on a machine only ever adds to it. Needs nothing but Python.
"""
import argparse
import json
import math
import os
import pathlib
import random
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODEL = HERE.parent.parent / "models" / "paper" / "one_parent.stan"
SIZES = [10, 100, 1000, 10_000, 100_000, 1_000_000]


def run(command):
    """Processor seconds and megabytes of one process, and what it printed."""
    with tempfile.TemporaryFile() as output:
        pid = os.posix_spawn(command[0], command, os.environ,
                             file_actions=[(os.POSIX_SPAWN_DUP2, output.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        seconds = usage.ru_utime + usage.ru_stime
        output.seek(0)
        text = output.read().decode()
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed")
    return seconds, usage.ru_maxrss / 1024, text


def measure(autumn, size, folder, repeats):
    normal = random.Random(size)
    data = folder / f"{size}.json"
    data.write_text(json.dumps({"N": size, "y": [round(normal.gauss(1.0, 2.0), 4) for _ in range(size)]}))
    command = [autumn, "explain", str(MODEL), "--data", str(data), "--format", "json"]
    runs = [run(command) for _ in range(repeats)]
    explained = json.loads(runs[0][2])
    assert explained["dimension_before"] == 2 and explained["dimension_after"] == 1
    return {"N": size, "seconds": round(min(r[0] for r in runs), 5), "megabytes": round(min(r[1] for r in runs), 1),
            "operations_before": explained["cost_before"], "operations_after": explained["cost_after"]}


class LogLog:
    """A panel of a figure with logarithmic axes."""

    def __init__(self, left, xs, ys, title, unit):
        self.left, self.top, self.width, self.height = left, 44, 270, 220
        self.x0, self.x1 = math.log10(min(xs)), math.log10(max(xs))
        self.y0, self.y1 = math.floor(math.log10(min(ys))), math.ceil(math.log10(max(ys)))
        self.parts = [text(left, 24, title, "start", 14)]
        for k in range(round(self.x0), round(self.x1) + 1):
            self.parts.append(text(self.x(10.0**k), self.top + self.height + 18, power(k), "middle"))
            self.parts.append(line([(self.x(10.0**k), self.top), (self.x(10.0**k), self.top + self.height)], "#ddd", 1))
        for k in range(self.y0, self.y1 + 1):
            self.parts.append(text(left - 6, self.y(10.0**k) + 4, f"{10.0**k:g} {unit}", "end"))
            self.parts.append(line([(left, self.y(10.0**k)), (left + self.width, self.y(10.0**k))], "#ddd", 1))
        self.parts.append(text(left + self.width / 2, self.top + self.height + 38, "N, observations", "middle"))

    def x(self, value):
        return self.left + self.width * (math.log10(value) - self.x0) / (self.x1 - self.x0)

    def y(self, value):
        return self.top + self.height * (1 - (math.log10(value) - self.y0) / (self.y1 - self.y0))

    def curve(self, xs, ys, colour):
        points = [(self.x(x), self.y(y)) for x, y in zip(xs, ys)]
        self.parts.append(line(points, colour, 2))
        self.parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>' for x, y in points]

    def slope(self, x, y, note):
        """A dashed line of slope one through the last point: what "linear" looks like."""
        low = max(10.0**self.y0, y * 10.0**self.x0 / x)
        start = (x * low / y, low)
        self.parts.append(line([(self.x(start[0]), self.y(start[1])), (self.x(x), self.y(y))], "#888", 1, "5 4"))
        self.parts.append(text(self.x(start[0]) + 8, self.y(start[1]) - 8, note, "start", 11, "#666"))


def power(k):
    return {0: "1", 1: "10", 2: "100", 3: "1,000", 4: "10⁴", 5: "10⁵", 6: "10⁶"}[k]


def text(x, y, words, anchor, size=12, colour="#222"):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{colour}">{words}</text>'


def line(points, colour, width, dashes="none"):
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'


def draw(rows):
    sizes = [r["N"] for r in rows]
    seconds, megabytes = [r["seconds"] for r in rows], [r["megabytes"] for r in rows]
    left = LogLog(70, sizes, seconds, "Time of preparation", "s")
    left.slope(sizes[-1], seconds[-1], "linear")
    left.curve(sizes, seconds, "#b5531c")
    right = LogLog(440, sizes, megabytes, "Memory", "MB")
    right.slope(sizes[-1], megabytes[-1], "linear")
    right.curve(sizes, megabytes, "#2b6a8f")
    body = "\n".join(left.parts + right.parts)
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="730" height="315" viewBox="0 0 730 315" font-family="sans-serif">\n'
            f'<rect width="730" height="315" fill="white"/>\n{body}\n</svg>\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", help="the program, as in build/autumn")
    parser.add_argument("--repeats", type=int, default=9)
    options = parser.parse_args()
    autumn = str(pathlib.Path(options.autumn).resolve())
    with tempfile.TemporaryDirectory() as folder:
        rows = [measure(autumn, n, pathlib.Path(folder), options.repeats) for n in SIZES]
    (HERE / "preparation.json").write_text("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")
    (HERE / "preparation.svg").write_text(draw(rows))
    for row in rows:
        print(f'N = {row["N"]:>9,}: {row["seconds"] * 1e3:9.1f} ms {row["megabytes"]:8.1f} MB; operations per gradient '
              f'{row["operations_before"]:,.0f} before, {row["operations_after"]:,.0f} after')


main()
