"""The report is one page that a browser shows: without errors, sorted and searched, on any screen."""

import html
import json
import os
import re
import shutil
import subprocess

import autumn
import pytest

from test_draws import DATA, REGRESSION

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def regression():
    return autumn.Model(stan_code=REGRESSION).sample(DATA, seed=1)


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def test_a_page_has_everything(regression):
    page = regression.report()
    data = data_of(page)
    names = [variable["n"] for variable in data["variables"]]
    assert names == list(regression.summary())
    assert (data["chains"], data["draws"]) == (4, 1000)
    assert [check["n"] for check in data["checks"]] == ["y"]
    assert len(data["energy"]) == 4
    assert len(data["pairs"]["names"]) == 4
    by_name = {variable["n"]: variable for variable in data["variables"]}
    assert by_name["b[1]"]["s"][0] == pytest.approx(regression.summary()["b[1]"].mean, rel=1e-3)
    assert by_name["b[1]"]["p"]["lo"] < -4  # the prior is normal(0, 2)
    assert "d" not in by_name["k"]
    for part in ("integrated out", "<svg", "seed", "generated quantities {", "model.sample(data, seed=1)"):
        assert part in page
    assert "http" not in re.sub(r"http://www.w3.org/\d+/\w+", "", page)


def test_it_explains_the_run_that_was_made(eight_schools, schools):
    whole = eight_schools.sample(schools, seed=1, draws=100, marginalize="none").report()
    assert "10 dimensions, of which 10 are sampled." in whole
    assert "integrated out (Gaussian)" not in whole
    assert "of which 1 are sampled." in eight_schools.sample(schools, seed=1, draws=100).report()


def test_it_is_written_where_it_is_asked_for(regression, tmp_path):
    path = tmp_path / "report.html"
    page = regression.report(path)
    assert path.read_text() == page
    with pytest.raises(FileExistsError):
        regression.report(path)
    regression.report(path, force=True)


def test_models_written_in_python_have_one():
    with autumn.Builder() as m:
        x = m.parameter("x", autumn.normal(0, 1))
        m.observe("y", autumn.normal(x, 1), [0.3, 0.5])
    assert "integrated out" in m.sample(seed=1).report()


def test_the_command_line_makes_one_of_files(regression, cli, program, tmp_path):
    path, data = program(REGRESSION, DATA)
    regression.save(tmp_path / "draws")
    cli("report", "draws", "--model", path, *data)
    page = (tmp_path / "report.html").read_text()
    assert data_of(page)["checks"][0]["n"] == "y"
    assert "integrated out" in page
    # CmdStan's files alone say nothing of the model.
    cli("report", *sorted((tmp_path / "draws").glob("chain_*.csv")), "--output", "plain.html")
    plain = (tmp_path / "plain.html").read_text()
    assert "integrated out" not in plain
    assert data_of(plain)["pairs"] == data_of(page)["pairs"]
    command = [os.environ["AUTUMN"], "report", "draws"]
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 1
    assert "exists already" in again.stderr


DRIVE = """
<script>
window.addEventListener("load", () => {
  const told = [];
  const rows = () => [...document.querySelectorAll("#summary tbody tr.row")].map(row => row.firstChild.textContent);
  const tell = name => told.push([name, rows()]);
  tell("first");
  document.querySelectorAll("#summary th")[1].click(); tell("ascending");
  document.querySelectorAll("#summary th")[1].click(); tell("descending");
  const search = document.getElementById("search");
  search.value = "m 2"; search.dispatchEvent(new Event("input")); tell("searched");
  search.value = ""; search.dispatchEvent(new Event("input"));
  document.querySelectorAll("#summary th")[0].click();
  document.getElementById("after").click(); tell("next");
  document.querySelector("#summary tbody tr.row").click();
  const start = performance.now();
  for (const word of ["a", "b", "1", ""]) { search.value = word; search.dispatchEvent(new Event("input")); }
  const milliseconds = (performance.now() - start) / 4;
  document.querySelector("#summary tbody tr.row").click();
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const plots = document.querySelectorAll("tr.detail svg").length;
  const all = {told, milliseconds, plots, wide, errors: window.told_errors};
  document.body.textContent = "TOLD" + JSON.stringify(all) + "END";
});
</script>
"""
LISTEN = "<script>window.told_errors = []; window.onerror = text => { window.told_errors.push(text); };</script>"


def browse(page: str, tmp_path, width: int = 1000) -> dict:
    """What a browser says of a page that tells of itself."""
    path = tmp_path / "told.html"
    path.write_text(page.replace("<head>", "<head>" + LISTEN).replace("</body>", DRIVE + "</body>"))
    words = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900", "--dump-dom"]
    words += [f"--user-data-dir={tmp_path}/browser", path.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    found = re.search(r"TOLD(.*?)END</body>", done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    return json.loads(html.unescape(found[1]))


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
@pytest.mark.parametrize("width", [500, 900, 1600])
def test_a_browser_shows_it(regression, tmp_path, width):
    said = browse(regression.report(), tmp_path, width)
    told = dict(said["told"])
    means = {name: float(f"{row.mean:.4g}") for name, row in regression.summary().items()}
    assert said["errors"] == []
    assert said["wide"] <= 0  # only tables are wider than the screen, in their own boxes
    assert said["plots"] == 4
    assert told["first"] == list(means)[:25]
    assert told["ascending"] == sorted(means, key=means.get)[:25]
    assert told["descending"][0] == max(means, key=means.get)
    assert told["searched"]
    assert all("m" in name and "2" in name for name in told["searched"])
    assert len(told["next"]) == len(means) - 25


@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")
def test_a_thousand_variables_stay_responsive(tmp_path):
    model = autumn.Model(stan_code="parameters { vector[1000] x; } model { x ~ normal(0, 1); }")
    said = browse(model.sample(seed=1).report(), tmp_path)
    assert said["errors"] == []
    assert said["milliseconds"] < 200
