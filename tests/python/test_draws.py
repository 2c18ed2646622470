"""Draws are those of the command line, to the bit."""

import pathlib
import re

import autumn
import numpy as np
import pytest

from files import column_names, read_csv

REGRESSION = """
data { int N; vector[N] y; matrix[N, 2] X; }
transformed data { real shift = normal_rng(0, 1); }
parameters { vector[2] b; real<lower=0> s; simplex[3] w; array[2] matrix[2, 3] m; }
transformed parameters { vector[N] mu = X * b; }
model { b ~ normal(0, 2); s ~ exponential(1); y ~ normal(mu, s); for (k in 1:2) to_vector(m[k]) ~ normal(k, 1); }
generated quantities { array[N] real y_rep = normal_rng(mu, s); real log_lik = normal_lpdf(y | mu, s); int k = 3; }
"""
DATA = {"N": 5, "y": [1.0, 2.0, 2.5, 0.1, -1.0], "X": [[1, 0.5], [1, -0.5], [1, 1.5], [1, 2.5], [1, 0.0]]}
# Tuples and complex numbers, whose columns are in another order in files.
PARTS = """
parameters { vector[2] a; complex z; }
model { a ~ normal(0, 1); get_real(z) ~ normal(0, 1); get_imag(z) ~ normal(1, 2); }
generated quantities {
  array[2] tuple(real, vector[2]) t = {(a[1], a), (2 * a[2], -a)};
  complex_vector[2] c = [z, z * z]';
}
"""


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"metric": "dense_e", "chains": 2},
        {"marginalize": "none", "chains": 1, "draws": 50, "warmup": 100},
        {"warmup": "auto", "thin": "auto", "chains": 2},
        {"algorithm": "fixed_param", "chains": 1, "draws": 5},
        {"save_warmup": True, "warmup": 200, "draws": 100, "init": 0.5},
        {"keep": ["b"], "adapt_delta": 0.95, "max_depth": 8, "jumps": "none", "centring": "as-written"},
    ],
    ids=str,
)
def test_draws_are_those_of_the_command_line(options, cli, program, tmp_path):
    path, data = program(REGRESSION, DATA)
    words = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        words += [flag] if value is True else [flag, value[0] if isinstance(value, list) else value]
    cli("sample", path, *data, "--seed", 7, "--output", "out", "--sig-figs", 18, "--quiet", *words)
    fit = autumn.Model(path).sample(DATA, seed=7, **options)
    for chain in range(fit.chains):
        names, rows = read_csv(tmp_path / f"out/chain_{chain + 1}.csv")
        rows = rows[-fit.draws_per_chain :]
        for name in fit:
            value = fit[name][chain]
            columns = column_names(name, value.shape[1:])
            theirs = np.stack([rows[:, names.index(column)] for column in columns], axis=1)
            assert np.array_equal(value.reshape(len(value), -1), theirs), name
        for name, value in fit.sample_stats.items():
            assert np.array_equal(value[chain], rows[:, names.index(name)]), name


def test_tuples_and_complex_numbers(cli, program, tmp_path):
    path, _ = program(PARTS)
    cli("sample", path, "--seed", 3, "--output", "out", "--sig-figs", 18, "--quiet", "--chains", 1)
    fit = autumn.Model(path).sample(seed=3, chains=1)
    names, rows = read_csv(tmp_path / "out/chain_1.csv")

    def column(name):
        return rows[:, names.index(name)]

    assert fit["z"].dtype == complex
    assert np.array_equal(fit["z"][0], column("z.real") + 1j * column("z.imag"))
    assert fit["c"].shape == (1, 1000, 2)
    assert np.array_equal(fit["c"][0, :, 1], column("c.2.real") + 1j * column("c.2.imag"))
    first, second = fit["t"]
    assert first.shape == (1, 1000, 2)
    assert second.shape == (1, 1000, 2, 2)
    assert np.array_equal(first[0, :, 1], column("t.2:1"))
    assert np.array_equal(second[0, :, 1, 0], column("t.2:2.1"))
    assert np.array_equal(fit["t:2"], second)
    assert set(fit.flat()) == {"a", "z", "c", "t:1", "t:2"}


@pytest.mark.parametrize("code, data", [(REGRESSION, DATA), (PARTS, None)], ids=["regression", "parts"])
@pytest.mark.parametrize("options", [{}, {"warmup": "auto", "thin": "auto"}, {"save_warmup": True}], ids=str)
def test_saved_files_are_those_of_the_command_line(code, data, options, cli, program, tmp_path):
    path, words = program(code, data)
    flags = [
        word
        for name, value in options.items()
        for word in (["--" + name.replace("_", "-")] + ([value] * (value is not True)))
    ]
    cli("sample", path, *words, "--seed", 5, "--output", "theirs", "--quiet", "--chains", 2, *flags)
    fit = autumn.Model(path).sample(data, seed=5, chains=2, **options)
    fit.save(tmp_path / "ours")
    differences = re.compile(r"# .*(start_datetime|file =|Elapsed|seconds \()|#   refresh|#  +[0-9.e-]+ seconds")
    for chain in ("chain_1.csv", "chain_2.csv"):
        ours, theirs = (
            [line for line in (tmp_path / where / chain).read_text().splitlines() if not differences.match(line)]
            for where in ("ours", "theirs")
        )
        assert ours == theirs
    assert sorted(p.name for p in pathlib.Path(tmp_path / "ours").iterdir() if not p.name.startswith(".")) == [
        "chain_1.csv",
        "chain_2.csv",
    ]
    with pytest.raises(autumn.ModelError, match="exist|there already"):
        fit.save(tmp_path / "ours")
    fit.save(tmp_path / "ours", force=True, format="binary")


def test_output_is_written_while_sampling(eight_schools, schools, tmp_path):
    fit = eight_schools.sample(schools, seed=1, chains=2, output=tmp_path / "out", sig_figs=18)
    names, rows = read_csv(tmp_path / "out/chain_2.csv")
    assert np.array_equal(rows[:, names.index("tau")], fit["tau"][1])
    with pytest.raises(autumn.ModelError, match="chain_1.csv"):
        eight_schools.sample(schools, seed=1, output=tmp_path / "out")


def test_threads_change_nothing(eight_schools, schools, fit):
    for threads in (1, 3):
        again = eight_schools.sample(schools, seed=1, threads=threads)
        assert np.array_equal(again.table, fit.table)


def test_variables_are_views_of_one_table(fit):
    assert fit.table.flags.c_contiguous
    assert not fit.table.flags.writeable
    for name in fit:
        assert np.shares_memory(fit[name], fit.table)
    with pytest.raises(ValueError, match="read-only"):
        fit["theta"][0, 0, 0] = 1.0


def test_the_table_outlives_its_fit(eight_schools, schools, fit):
    theta = eight_schools.sample(schools, seed=1)["theta"]
    assert np.array_equal(theta, fit["theta"])
