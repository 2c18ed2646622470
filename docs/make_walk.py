#!/usr/bin/env python3
"""Writes docs/walk.md: eight schools followed from the text to the CSV file, with the value after every stage as `autumn` prints it.

usage: docs/make_walk.py AUTUMN [--check]

With --check nothing is written: exit code 1 if the page is not what this build prints.
"""
import argparse
import csv
import difflib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "walk.md"
MODEL = "models/posteriors/eight_schools_centered/eight_schools_centered.stan"
DATA = "models/posteriors/eight_schools_centered/data.json"

# Sentences, and `STAGE name` where the value after a stage goes. What a stage leaves as it was is not printed again.
TEXT = """\
# Eight schools, from the text to the CSV file

This page follows one program through the stages of Autumn. It is written by `docs/make_walk.py`, and a test compares
it with what the build prints. Every value below is the output of

```
autumn explain MODEL --data DATA --stage NAME
```

with numbers cut to six digits, and `(unchanged)` where a stage left the model as it was. In a printed value `%3` is a
node of the expression graph, and `factor normal(%1 | 0, 5)` a factor, a summand of the log density. ARCHITECTURE.md has
the flow in one picture, and `src/engine/stages.cpp` the list of the stages.

## The program and its data

`{model}`:

FILE {model}

`data.json` beside it:

FILE {data}

## parse: text to syntax tree

The text is parsed, names are looked up and types are checked. The tree prints as a program again.

STAGE parse

## trace: syntax tree and data to model

The program is run once. Data are known numbers; parameters are symbols. What comes out is a model: parameters with
their supports, and one factor for every statement of the model block. The data `y` and `sigma` are now constants.

STAGE trace

## roll, validity, simplify-written: the model as it was meant

`roll` turns what loops left as scalars into arrays: here is no loop.

STAGE roll

`validity` adds the conditions that nobody writes, such as a scale that must be positive. Here `tau` is declared to be
positive and the other scales are positive data, so that there is nothing to add.

STAGE validity

`simplify-written` does algebra on the graph.

STAGE simplify-written

## compress: fewer rows of data

A normal likelihood with one scale needs no more rows than it has coefficients. Here every row has a scale of its own
and a mean of its own: nothing can be saved.

STAGE compress

## squares: what is no distribution and yet normal

Terms that are added to `target` and are minus half a sum of squares, as in intrinsic autoregressions, are noted as
such, so that the plan can take them for rows. Here is none.

STAGE squares

## leaf-conditions: what must not get lost

A parameter that nothing observes will be drawn forward, and its density dropped. What that density would have
rejected becomes a condition first. No parameter of this model is such a leaf.

STAGE leaf-conditions

## plan: what is integrated out

Given `tau`, all of `theta` and `mu` are jointly normal with the data. So they go, in one Gaussian block: 8 rows say
what `theta` is around `mu`, 8 what `y` is around `theta`, 1 what `mu` is. `tau` stays, and the plan says why. Ten
dimensions become one.

STAGE plan

## collapse: the smaller model and the way back

Seventeen rows became one operation of the graph, `gaussian_block`: its first part is the log of the integral, its
second the derivative. The last lines are the recovery: `tau` is copied, and the block draws the nine others given it.

STAGE collapse

## simplify-collapsed: algebra again

STAGE simplify-collapsed

## lower: a function of one unconstrained vector

The sampler moves in all of R^n. `tau` becomes the exponential of the one number there is, and the log of the
derivative of this (`%3`, the number itself) is added to the density. The second graph takes the number back to `tau`.

STAGE lower

## The passes over the density

`share` drops what is not needed and orders the rest.

STAGE share

`covariances` makes one operation of a density by a covariance that changes, as of a Gaussian process. There is none.

STAGE covariances

`factors` does so with Cholesky factors of matrices that change, which have an adjoint of their own. There are none.

STAGE factors

`recurrences` makes one operation of steps that follow each other, as those of a time series. There are none.

STAGE recurrences

`simplify` folds constants: those of the half-Cauchy density are one number now.

STAGE simplify

`statistics` adds up what is linear in data, `merge-rows` merges equal rows, and `hoist` works on small arrays before
they are spread. The data went into the block, so these find nothing.

STAGE statistics

STAGE merge-rows

STAGE hoist

`differentiate` appends the gradient in reverse mode; the graph has two outputs from here on.

STAGE differentiate

`collect`, `simplify-gradient` and `arrange` clean it up.

STAGE collect

STAGE simplify-gradient

STAGE arrange

## prepare: instructions for the processor

The graph becomes a flat list of instructions. `@105` is a place in memory, and chains of elementwise operations are
run as one.

STAGE prepare

It can be asked for its value at a point, here `tau = 3` (six digits of it):

DENSITY

## recovery: the way back

The steps that `collapse` has found are made ready to run as well.

STAGE recovery

## Sampling

NUTS moves the one number; for every draw the recovery adds `mu` and `theta`. Three transitions, without warm-up, so
that this page has the same digits on all machines:

SAMPLE

`autumn summary chain_1.csv ...` makes the table that people read.
"""


class Walk:
    """Runs the program, and remembers the last value that was shown."""

    def __init__(self, autumn):
        self.autumn = autumn
        self.last = None

    def run(self, *words):
        return subprocess.run([self.autumn, *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout

    def stage(self, name):
        text = digits(self.run("explain", MODEL, "--data", DATA, "--stage", name), 6)
        is_same = text in (self.last, "(unchanged)")
        self.last = self.last if is_same else text
        return "(unchanged)" if is_same else text.rstrip("\n")

    def density(self):
        with tempfile.TemporaryDirectory() as folder:
            point = pathlib.Path(folder) / "point.json"
            point.write_text('{"tau": 3}')
            said = self.run("density", MODEL, "--data", DATA, "--at", str(point), "--collapsed")
        return "autumn density MODEL --data DATA --at point.json --collapsed\n" + digits(said, 6).rstrip("\n")

    def sample(self):
        options = ("--seed", "1", "--chains", "1", "--warmup", "0", "--draws", "3", "--jumps", "none")
        with tempfile.TemporaryDirectory() as folder:
            self.run("sample", MODEL, "--data", DATA, *options, "--quiet", "--output", f"{folder}/out")
            lines = pathlib.Path(folder, "out", "chain_1.csv").read_text().splitlines()
        rows = list(csv.reader(line for line in lines if not line.startswith("#")))
        # One column per draw: the table is too wide for a page otherwise.
        table = [" ".join([f"{cells[0]:<14}"] + [f"{digits(x, 3):>9}" for x in cells[1:]]) for cells in zip(*rows)]
        return "\n".join([f"autumn sample MODEL --data DATA {' '.join(options)} --output DIR", "", *table])


def digits(text, count):
    """The numbers in a text, cut to so many digits."""
    number = r"-?\d+\.\d+(?:e[+-]?\d+)?|-?\d+e[+-]?\d+"
    return re.sub(number, lambda found: f"{float(found.group()):.{count}g}", text)


def check_names(walk):
    """The page has every stage and pass that there is; the passes are what `gradient` is made of."""
    words = [walk.autumn, "explain", MODEL, "--data", DATA, "--stage", "?"]
    said = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True).stderr
    names = re.search(r"the stages are (.*)", said).group(1).split(", ")
    missing = set(names) - set(re.findall(r"^STAGE (\S+)", TEXT, re.M)) - {"gradient"}
    if missing:
        sys.exit(f"docs/make_walk.py says nothing of {', '.join(sorted(missing))}")


def page(walk):
    check_names(walk)
    blocks = []
    for block in TEXT.format(model=MODEL, data=DATA).split("\n\n"):
        words = block.split()
        if words[0] == "STAGE":
            block = fenced(walk.stage(words[1]))
        elif words[0] == "FILE":
            block = fenced((ROOT / words[1]).read_text().rstrip("\n"))
        elif words[0] in ("DENSITY", "SAMPLE"):
            block = fenced(getattr(walk, words[0].lower())())
        blocks.append(block.rstrip("\n"))
    return "\n\n".join(blocks) + "\n"


def fenced(text):
    return f"```\n{text}\n```"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn", type=pathlib.Path)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    options = parser.parse_args()
    made = page(Walk(options.autumn.resolve()))
    if not options.check:
        PAGE.write_text(made)
        return 0
    there = PAGE.read_text()
    sys.stdout.writelines(difflib.unified_diff(there.splitlines(True), made.splitlines(True), "docs/walk.md", "this build"))
    if made != there:
        print("docs/walk.md is not what this build prints: docs/make_walk.py BUILD/autumn writes it anew")
    return 0 if made == there else 1


if __name__ == "__main__":
    sys.exit(main())
