"""Data of every kind arrive as they are."""

import json

import autumn
import numpy as np
import pandas as pd
import pytest
import xarray as xr

polars = pytest.importorskip("polars")

ECHO = """
data { int N; vector[N] y; array[N] int k; matrix[2, 3] m; }
parameters { real x; }
model { x ~ normal(0, 1); }
generated quantities { vector[N] y2 = y; array[N] int k2 = k; matrix[2, 3] m2 = m; }
"""
Y, K, M = [0.1, 2.0, -3.5], [1, 2, 3], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
FORMS = {
    "lists": {"N": 3, "y": Y, "k": K, "m": M},
    "arrays": {"N": np.int32(3), "y": np.array(Y), "k": np.array(K, dtype=np.uint8), "m": np.array(M)},
    "fortran": {"N": 3, "y": np.array(Y), "k": np.array(K), "m": np.asfortranarray(M)},
    "strided": {"N": 3, "y": np.repeat(Y, 2)[::2], "k": np.array(K), "m": np.array(M).T.copy().T},
    "single": {"N": 3, "y": np.array(Y), "k": np.array(K), "m": np.array(M, dtype=np.float32)},
    "series": {"N": 3, "y": pd.Series(Y), "k": pd.Series(K, dtype="Int64"), "m": pd.DataFrame(M).to_numpy()},
    "polars": {"N": 3, "y": polars.Series(Y), "k": polars.Series(K), "m": M},
    "xarray": xr.Dataset({"N": 3, "y": ("n", Y), "k": ("n", K), "m": (("r", "c"), M)}),
    "mixed": {"N": 3, "y": xr.DataArray(Y), "k": [np.int64(k) for k in K], "m": [np.array(row) for row in M]},
    "unused": {"N": 3, "y": Y, "k": K, "m": M, "other": [[1], [2]]},
    "bools": {"N": True + 2, "y": Y, "k": K, "m": M},
}


@pytest.fixture(scope="module")
def echo():
    return autumn.Model(stan_code=ECHO)


def check_echo(fit):
    assert np.array_equal(fit["y2"][0, 0], Y)
    assert np.array_equal(fit["k2"][0, 0], K)
    assert np.array_equal(fit["m2"][0, 0], M)


@pytest.mark.parametrize("form", FORMS)
def test_forms(echo, form):
    check_echo(echo.sample(FORMS[form], seed=1, draws=2, warmup=10, chains=1))


def test_json_files(echo, tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(FORMS["lists"]))
    for given in (path, str(path)):
        check_echo(echo.sample(given, seed=1, draws=2, warmup=10, chains=1))


def test_frames():
    code = "data { int N; array[N] int group; vector[N] y; } generated quantities { real s = sum(y) + group[1]; }"
    model = autumn.Model(stan_code=code)
    table = {"y": [1.0, 2.0], "group": ["b", "a"]}
    for frame in (pd.DataFrame(table), polars.DataFrame(table)):
        fit = model.sample(autumn.columns(frame, rows="N"), seed=1, draws=1, chains=1, algorithm="fixed_param")
        assert fit["s"][0, 0] == 5.0
    ordered = pd.DataFrame(table).astype({"group": pd.CategoricalDtype(["b", "a"])})
    assert autumn.columns(ordered)["group"].tolist() == [1, 2]
    with pytest.raises(autumn.ModelError, match="`y` is the name of a column"):
        autumn.columns(pd.DataFrame(table), rows="y")


def test_tuples_and_complex_numbers():
    code = """
    data { tuple(int, vector[2]) t; complex z; array[2] tuple(real, real) a; complex_vector[2] c; }
    generated quantities { real s = t.1 + sum(t.2) + get_imag(z) + a[2].2 + get_real(c[2]); }
    """
    data = {"t": (1, [2.0, 3.0]), "z": 1 + 10j, "a": [(1.0, 2.0), (3.0, 100.0)], "c": np.array([1j, 1000 + 1j])}
    fit = autumn.Model(stan_code=code).sample(data, seed=1, draws=1, chains=1, algorithm="fixed_param")
    assert fit["s"][0, 0] == 1 + 5 + 10 + 100 + 1000


def test_empty_arrays():
    code = "data { int N; vector[N] y; matrix[0, 2] m; array[N] int k; } generated quantities { int n = rows(m); }"
    data = {"N": 0, "y": [], "m": np.zeros((0, 2)), "k": np.zeros(0, dtype=int)}
    assert autumn.Model(stan_code=code).sample(data, seed=1, draws=1, algorithm="fixed_param")["n"][0, 0] == 0


@pytest.mark.parametrize(
    "change, message",
    [
        ({"y": [1.0, 2.0]}, "y"),
        ({"y": [[1.0], [2.0], [3.0]]}, "y"),
        ({"y": None}, "missing values"),
        ({"y": [1.0, None, 3.0]}, "missing|null"),
        ({"y": ["a", "b", "c"]}, "no numbers|text|string|word"),
        ({"y": [1.0, [2.0], 3.0]}, "y"),
        ({"y": np.ma.masked_array(Y, [0, 1, 0])}, "missing values"),
        ({"y": pd.Series([1, None, 3], dtype="Int64")}, "missing values"),
        ({"y": np.array(["2020-01-01"] * 3, dtype="datetime64[D]")}, "no numbers"),
        ({"y": object()}, "no numbers"),
        ({"k": [1.5, 2.0, 3.0]}, "k"),
        ({"k": [1, 2, 2**40]}, "k"),
        ({"k": np.array([1, 2, 2**64 - 1], dtype=np.uint64)}, "too large"),
        ({"N": -1}, "N|negative"),
    ],
    ids=str,
)
def test_wrong_data(echo, change, message):
    with pytest.raises(autumn.ModelError, match=message):
        echo.sample({**FORMS["lists"], **change}, seed=1)


def test_wrong_kinds_of_data(echo, tmp_path):
    for data in (3, [1, 2], {1, 2}, object()):
        with pytest.raises(TypeError, match="must be a dictionary"):
            echo.sample(data)
    with pytest.raises(TypeError, match="names are strings"):
        echo.sample({1: 2})
    with pytest.raises(autumn.ModelError, match="missing.json"):
        echo.sample(tmp_path / "missing.json")
    with pytest.raises(autumn.ModelError, match="`k`|`m`|`y`|`N`"):
        echo.sample({})
