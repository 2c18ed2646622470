"""The package: what is in the wheel, how fast it is there, its types, its examples, and that it keeps nothing."""

import doctest
import gc
import importlib
import os
import pathlib
import pkgutil
import re
import resource
import subprocess
import sys
import zipfile

import autumn
import pytest

from conftest import ROOT

WHEEL = pathlib.Path(os.environ["AUTUMN_WHEEL"])


def test_wheel():
    assert re.fullmatch(r"autumn_bayes-[0-9.]+-cp\d+-(cp\d+|abi3)-manylinux_2_\d+_x86_64.*\.whl", WHEEL.name)
    assert WHEEL.stat().st_size < 15_000_000
    names = zipfile.ZipFile(WHEEL).namelist()
    licences = {pathlib.Path(name).name for name in names if "/licenses/" in name}
    parts = {"Autumn", "SUNDIALS", "SuiteSparse", "fmt", "Eigen", "Random123", "RapidJSON", "Highway", "nanobind"}
    assert {f"{part}.txt" for part in parts} <= licences
    assert {"autumn/py.typed", "autumn/_engine/__init__.pyi"} <= set(names)
    assert not [name for name in names if name.endswith((".h", ".a", ".cpp"))]


def test_it_needs_nothing_of_this_machine():
    """Whatever else it needs every Linux has, or Python's own wheels may ask for."""
    module = pathlib.Path(sys.modules["autumn._engine"].__file__)
    needed = subprocess.run(["readelf", "-d", module], capture_output=True, text=True, check=True).stdout
    found = set(re.findall(r"NEEDED.*\[(.*?)\]", needed))
    assert found <= {"libstdc++.so.6", "libm.so.6", "libgcc_s.so.1", "libc.so.6", "ld-linux-x86-64.so.2"}


def test_version():
    assert autumn.__version__ in WHEEL.name


def test_import_is_fast():
    code = "import time; t = time.perf_counter(); import autumn; print(time.perf_counter() - t)"
    times = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(5)
    ]
    assert min(times) < 0.2
    code = (
        "import autumn, sys; print([m for m in ('pandas', 'xarray', 'arviz', 'IPython', 'scipy') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"


def modules():
    return [autumn] + [
        importlib.import_module(f"autumn.{info.name}")
        for info in pkgutil.iter_modules(autumn.__path__)
        if info.name != "_engine"
    ]


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_examples(module, eight_schools, schools):
    given = {"autumn": autumn, "eight_schools": eight_schools, "schools": schools}
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.testmod(module, extraglobs=given, optionflags=flags).failed == 0


def test_everything_public_is_documented():
    for name in autumn.__all__:
        item = getattr(autumn, name)
        if not (isinstance(item, type) or callable(item)):
            continue
        assert item.__doc__, name
        for member, value in vars(item).items() if isinstance(item, type) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{member}"


def test_types(tmp_path):
    use = tmp_path / "use.py"
    use.write_text(
        "import autumn\nfit: autumn.Fit = autumn.Model('m.stan').sample({'N': 1}, seed=1)\n"
        "reveal_type(fit.summary()['mu'].mean)\nautumn.Model('m.stan').sample(chain=4)\n"
    )
    mypy = [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    out = subprocess.run([*mypy, use], capture_output=True, text=True).stdout
    assert 'Revealed type is "builtins.float"' in out or 'Revealed type is "float"' in out
    assert 'Unexpected keyword argument "chain"' in out
    assert out.count("error:") == 1, out
    config = ROOT / "python/pyproject.toml"
    strict = subprocess.run(
        [*mypy, "--config-file", config, ROOT / "python/src/autumn"], capture_output=True, text=True
    )
    assert strict.returncode == 0, strict.stdout


def test_style():
    places = [ROOT / "python/src", ROOT / "tests/python"]
    for words in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *words, "--no-cache"]
        notebooks = ["--config", ROOT / "tests/python/ruff.toml", ROOT / "examples/notebooks"]
        for command in ([*ruff, *places], [*ruff, *notebooks]):
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout


def resident() -> int:
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def test_nothing_is_kept(eight_schools, schools):
    """Ten thousand models, and hundreds of everything else."""
    density = eight_schools.density(schools)

    def work(count):
        for k in range(count):
            model = autumn.Model(stan_code=f"parameters {{ real x{k}; }} model {{ x{k} ~ normal(0, 1); }}")
            if k % 50 == 0:
                model.sample(seed=1, draws=10, chains=1, warmup=20).summary()
                eight_schools.explain(schools)._repr_html_()
                eight_schools.density(schools).value_and_gradient([0.0] * 10)
            with pytest.raises(autumn.ModelError):
                density.value([0.0])
        gc.collect()

    work(2000)
    before = resident()
    work(10_000)
    assert resident() - before < 8_000_000
