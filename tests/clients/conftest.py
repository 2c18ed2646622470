"""Fixtures of the client tests: programs are copied, compiled once in a run of the tests, and lent to those that need them."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import cmdstanpy
import pytest

PROGRAMS = pathlib.Path(__file__).parent / "programs"


def pytest_configure() -> None:
    """A path that is not a CmdStan directory would make cmdstanpy look for one in the home directory."""
    if not os.environ.get("CMDSTAN"):
        raise pytest.UsageError("CMDSTAN must name a directory shaped like CmdStan; tests/clients/run.sh sets it")


@pytest.fixture(scope="session")
def cmdstan() -> pathlib.Path:
    return pathlib.Path(os.environ["CMDSTAN"])


@pytest.fixture(scope="session")
def shelf(tmp_path_factory) -> pathlib.Path:
    """A writable copy of the programs, in which executables are made."""
    return pathlib.Path(shutil.copytree(PROGRAMS, tmp_path_factory.mktemp("programs") / "shelf"))


@pytest.fixture(scope="session")
def model(shelf):
    """Lends compiled models by name."""
    made = {}

    def lend(name: str) -> cmdstanpy.CmdStanModel:
        if name not in made:
            made[name] = cmdstanpy.CmdStanModel(stan_file=shelf / f"{name}.stan")
        return made[name]

    return lend


@pytest.fixture
def program(tmp_path):
    """A copy of a program in a directory of its own, for tests that compile themselves."""

    def copy(name: str) -> pathlib.Path:
        return pathlib.Path(shutil.copy(PROGRAMS / f"{name}.stan", tmp_path))

    return copy


@pytest.fixture
def run(tmp_path):
    """Runs a command line in a fresh directory, as a person at a terminal would."""

    def call(executable, *words, **environment) -> subprocess.CompletedProcess:
        variables = dict(os.environ, **environment)
        return subprocess.run([str(executable), *map(str, words)], cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=120)

    return call
