"""The notebooks of the examples run from end to end, and what they show is right."""

import importlib.util
import json

import nbclient
import nbformat
import numpy as np
import pytest

from conftest import ROOT

FOLDER = ROOT / "examples/notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
HAS_PYMC = all(importlib.util.find_spec(name) for name in ("pymc", "nutpie"))

# What is asked of a notebook at its end, as JSON.
ASKED = {
    "eight_schools": "{'mu': fit['mu'].mean(), 'tau': fit['tau'].mean(), 'theta': fit['theta'].mean((0, 1)).tolist(), "
    "'again': again['theta'].mean((0, 1)).tolist(), 'divergent': whole.sample_stats['divergent__'].sum(), "
    "'calibrated': calibration.is_calibrated}",
    "mixed_model": "{'figures': {name: [summary[name].mean, summary[name].sd] for name in "
    "('beta[1]', 'beta[2]', *scales)}, 'account': fit.account, 'differences': differences, 'rates': rates}",
    "regression": "{'figures': [[row.truth, row['mean'], row.sd] for _, row in table.iterrows()], "
    "'account': fit.account, 'warnings': len(fit.warnings), "
    "'groups': list(arviz_data.groups() if callable(arviz_data.groups) else arviz_data.groups)}",
}


def shown(name: str) -> tuple[nbformat.NotebookNode, dict]:
    """A notebook that was run, and its answer."""
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", 4)
    question = f"import json\nprint(json.dumps({ASKED[name]}, default=float))"
    notebook.cells.append(nbformat.v4.new_code_cell(question))
    place = {"metadata": {"path": str(FOLDER)}}
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3", resources=place).execute()
    return notebook, json.loads(notebook.cells[-1].outputs[-1].text)


def pictures(notebook: nbformat.NotebookNode) -> int:
    return sum("image/png" in output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", []))


def complaints(notebook: nbformat.NotebookNode) -> list[str]:
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    return [output.text for output in outputs if output.get("name") == "stderr"]


def test_all_are_known():
    assert sorted(ASKED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_they_are_kept_without_outputs(name):
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", 4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)


def eight_schools_by_quadrature(schools: dict) -> tuple[float, float, np.ndarray]:
    """Posterior means of mu, tau and theta, by the normal posterior at each tau of a grid."""
    y, noise = np.array(schools["y"], float), np.array(schools["sigma"], float) ** 2
    grid = (np.arange(20_000) + 0.5) / 20_000
    tau = 5 * np.tan(0.5 * np.pi * grid)  # the half-Cauchy prior becomes uniform
    variance = noise + tau[:, None] ** 2
    precision = (1 / variance).sum(1) + 1 / 25
    mu = (y / variance).sum(1) / precision
    log_density = -0.5 * (np.log(variance).sum(1) + np.log(precision) + (y**2 / variance).sum(1) - precision * mu**2)
    weight = np.exp(log_density - log_density.max())
    weight /= weight.sum()
    share = tau[:, None] ** 2 / variance
    theta = share * y + (1 - share) * mu[:, None]
    return weight @ mu, weight @ tau, weight @ theta


def test_eight_schools(schools):
    notebook, said = shown("eight_schools")
    mu, tau, theta = eight_schools_by_quadrature(schools)
    # Five standard errors of 4,000 almost independent draws.
    assert said["mu"] == pytest.approx(mu, abs=5 * 3.3 / 60)
    assert said["tau"] == pytest.approx(tau, abs=5 * 3.2 / 60)
    for drawn in ("theta", "again"):
        assert said[drawn] == pytest.approx(theta, abs=5 * 5.6 / 60)
    assert said["divergent"] > 0
    assert said["calibrated"]
    assert pictures(notebook) == 2
    assert complaints(notebook) == []


def test_mixed_model():
    notebook, said = shown("mixed_model")
    assert said["account"].startswith("collapsed 82 of 85 dimensions")
    truth = {"beta[1]": 1.0, "beta[2]": -0.5, "sd_intercept": 2.0, "sd_slope": 0.7, "sigma": 1.0}
    for name, (mean, sd) in said["figures"].items():
        assert abs(mean - truth[name]) < 3.5 * sd, name
    assert pictures(notebook) == 3
    assert ("PyMC" in said["rates"]) == HAS_PYMC
    if HAS_PYMC:
        assert len(said["differences"]) == 5
        assert max(map(abs, said["differences"].values())) < 4.5
        assert said["rates"]["Autumn"] > said["rates"]["PyMC"]
    else:
        assert complaints(notebook) == []


def test_regression():
    notebook, said = shown("regression")
    assert said["account"].startswith("collapsed 64 of 68 dimensions")
    assert said["warnings"] == 0
    assert len(said["figures"]) == 8
    for truth, mean, sd in said["figures"]:
        assert abs(mean - truth) < 3.5 * sd
    groups = {group.strip("/") for group in said["groups"]}
    assert {"posterior", "posterior_predictive", "log_likelihood", "observed_data", "sample_stats"} <= groups
    assert pictures(notebook) == 2
    assert complaints(notebook) == []
