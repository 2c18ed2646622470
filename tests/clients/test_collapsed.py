"""Programs of which a part is integrated out: what is about the sampled coordinates only, and that it fits together."""
from __future__ import annotations

import json

import known
import numpy as np
import pytest
from test_command_line import table

NORMAL = {"N": 3, "y": [0.5, 1.5, 1.0]}


@pytest.fixture
def schools(model, tmp_path):
    (tmp_path / "data.json").write_text(json.dumps(known.EIGHT_SCHOOLS))
    return model("eight_schools").exe_file


@pytest.fixture
def tuples(model, tmp_path):
    (tmp_path / "data.json").write_text(json.dumps(NORMAL))
    return model("tuple_parameters").exe_file


def test_a_saved_metric_is_taken_by_the_program_that_saved_it(schools, run, tmp_path):
    first = run(schools, "sample", "adapt", "save_metric=1", "data", "file=data.json", "random", "seed=5", "output", "file=first.csv")
    assert first.returncode == 0, first.stderr
    metric = json.loads((tmp_path / "first_metric.json").read_text())["inv_metric"]
    assert len(metric) < 10
    words = ["sample", "num_warmup=0", "algorithm=hmc", "metric_file=first_metric.json", "adapt", "engaged=0", "data", "file=data.json"]
    second = run(schools, *words, "output", "file=second.csv")
    assert second.returncode == 0, second.stderr
    given = (tmp_path / "second.csv").read_text().split("# Diagonal elements of inverse mass matrix:\n# ")[1].split("\n")[0]
    np.testing.assert_allclose([float(x) for x in given.split(",")], metric, rtol=1e-6)


def test_a_diagnostic_file_is_about_the_plan_that_runs(schools, run, tmp_path):
    done = run(schools, "sample", "num_samples=20", "data", "file=data.json", "random", "seed=5", "output", "file=out.csv", "diagnostic_file=latent.csv")
    assert done.returncode == 0, done.stderr
    names, rows = table(tmp_path / "latent.csv")
    assert rows.shape == (20, len(names))
    free = names[7:]
    assert len(free) % 3 == 0 and free[len(free) // 3 * 2:] == [f"g_{name}" for name in free[:len(free) // 3]]
    draws_names, draws = table(tmp_path / "out.csv")
    np.testing.assert_allclose(rows[:, names.index("tau")], np.log(draws[:, draws_names.index("tau")]), rtol=1e-5)


def test_arrays_of_tuples_and_complex_vectors_are_sampled_and_integrated_out(tuples, run, tmp_path):
    done = run(tuples, "sample", "data", "file=data.json", "random", "seed=5", "output", "file=out.csv")
    assert done.returncode == 0, done.stderr
    assert "collapsed" in done.stdout
    names, draws = table(tmp_path / "out.csv")
    for name, mean, sd in (("z.1.real", 1, 2), ("z.2.real", 1, 2), ("z.1.imag", 3, 4), ("z.2.imag", 3, 4)):
        column = draws[:, names.index(name)]
        assert abs(column.mean() - mean) < 5 * sd / np.sqrt(400) and 0.8 < column.std() / sd < 1.25


def test_unconstrained_numbers_of_tuples_and_complex_vectors_are_in_stans_order(tuples, run, tmp_path):
    """All parts of one element before the next, and the real part of a number before its imaginary part."""
    point = np.arange(1, 11) / 10
    (tmp_path / "point.json").write_text(json.dumps({"params_r": point.tolist()}))
    done = run(tuples, "log_prob", "unconstrained_params=point.json", "jacobian=0", "data", "file=data.json", "output", "file=out.csv", "sig_figs=12")
    assert done.returncode == 0, done.stderr
    names, rows = table(tmp_path / "out.csv")
    assert names == ["lp__", *(f"g_{name}" for name in (
        "pairs.1:1", "pairs.1:2.1", "pairs.1:2.2", "pairs.2:1", "pairs.2:2.1", "pairs.2:2.2", "z.1.real", "z.1.imag", "z.2.real", "z.2.imag"))]
    means, z = point[[0, 3]], point[6:]
    scales = np.exp(point[[1, 4]])
    others = np.exp(point[[2, 5]])
    value = sum(-np.log(s) - m**2 / (2 * s**2) - i * (s + o) for i, (m, s, o) in enumerate(zip(means, scales, others), start=1))
    value += -((z[[0, 2]] - 1) ** 2).sum() / 8 - ((z[[1, 3]] - 3) ** 2).sum() / 32 - ((np.array(NORMAL["y"]) - means.sum()) ** 2).sum() / 2
    assert rows[0, 0] == pytest.approx(value, rel=1e-9)
    assert rows[0, 1 + names[1:].index("g_z.1.imag")] == pytest.approx(-(z[1] - 3) / 16, rel=1e-9)
