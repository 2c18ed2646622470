"""Fixtures of the tests of the Python package, which run on an installed wheel."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess

import autumn
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def schools() -> dict:
    return json.loads((ROOT / "examples/eight_schools.json").read_text())


@pytest.fixture(scope="session")
def eight_schools() -> autumn.Model:
    return autumn.Model(ROOT / "examples/eight_schools.stan")


@pytest.fixture(scope="session")
def fit(eight_schools, schools) -> autumn.Fit:
    return eight_schools.sample(schools, seed=1)


@pytest.fixture
def cli(tmp_path):
    """Runs the command line in a fresh directory."""

    def call(*words: object) -> str:
        done = subprocess.run(
            [os.environ["AUTUMN"], *map(str, words)], cwd=tmp_path, capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


@pytest.fixture
def program(tmp_path):
    """A program with its data as files, for the command line."""

    def write(code: str, data: dict | None = None) -> tuple[pathlib.Path, list]:
        path = tmp_path / "model.stan"
        path.write_text(code)
        if data is None:
            return path, []
        (tmp_path / "data.json").write_text(json.dumps(data))
        return path, ["--data", tmp_path / "data.json"]

    return write
