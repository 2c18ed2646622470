#!/usr/bin/env python3
"""Writes psis.txt: log ratios, and what ArviZ makes of them; nothing of this is needed by the tests.

    python3.11 -m venv venv && venv/bin/pip install arviz==0.17.1 "numpy<2" "scipy<1.13" "matplotlib<3.9"
    venv/bin/python make_psis.py

A case is a line `name count shape`, a line of log ratios, and a line of normalised log weights.
"""
import pathlib

import arviz
import numpy

HERE = pathlib.Path(__file__).resolve().parent


def cases():
    rng = numpy.random.default_rng(20261116)
    z = rng.standard_normal(200)
    yield "narrow_by_wide", -z**2 * 1.5
    yield "wide_by_narrow", z**2 * 0.4
    yield "heavy", rng.standard_cauchy(300)
    yield "shifted", 500 + rng.standard_normal(100) * 2


with open(HERE / "psis.txt", "w") as out:
    for name, ratios in cases():
        weights, shape = arviz.psislw(ratios.copy())
        print(name, len(ratios), repr(float(shape)), file=out)
        print(*(repr(float(x)) for x in ratios), file=out)
        print(*(repr(float(x)) for x in weights), file=out)
