"""The report is one page that a browser shows: without errors, sorted and searched, on any screen."""

import html
import json
import os
import re
import subprocess

import autumn
import numpy as np
import pytest

from browser import CHROMIUM, browser
from test_draws import DATA, REGRESSION


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
    # The prior is normal(0, 2), and is shown around the posterior.
    posterior, prior = by_name["b[1]"]["d"], by_name["b[1]"]["p"]
    width = posterior["hi"] - posterior["lo"]
    assert posterior["lo"] - width - 0.01 < prior["lo"] < posterior["lo"]
    at_zero = np.interp(0, np.linspace(prior["lo"], prior["hi"], len(prior["y"])), prior["y"])
    assert at_zero == pytest.approx(1 / (2 * np.sqrt(2 * np.pi)), rel=0.15)
    assert "d" not in by_name["k"]
    for part in ("integrated out", "<svg", "seed", "generated quantities {", "model.sample(data, seed=1)"):
        assert part in page
    assert "http" not in re.sub(r"http://www.w3.org/\d+/\w+", "", page)


def test_it_explains_the_run_that_was_made(eight_schools, schools):
    whole = eight_schools.sample(schools, seed=1, draws=100, marginalize="none").report()
    assert "10 dimensions, of which 10 are sampled." in whole
    assert "integrated out (Gaussian)" not in whole
    assert "of which 1 is sampled." in eight_schools.sample(schools, seed=1, draws=100).report()


def checks_of(model, data) -> dict:
    page = model.sample(data, seed=1, draws=500).report()
    return {check["n"]: check for check in data_of(page)["checks"]}


def test_replications_of_the_program_are_compared(regression):
    (check,) = data_of(regression.report())["checks"]
    assert check["by"] == "y_rep"
    statistics = {name: numbers for name, *numbers in check["stats"]}
    assert statistics["mean"][0] == pytest.approx(np.mean(DATA["y"]))
    assert statistics["largest"][0] == max(DATA["y"])
    # 200 of the 4,000 replications are looked at.
    means = regression["y_rep"].mean(-1).ravel()
    assert statistics["mean"][2] == pytest.approx(np.median(means), abs=0.3 * means.std())
    assert statistics["mean"][4] == pytest.approx((means > np.mean(DATA["y"])).mean(), abs=0.15)


def test_replications_are_drawn_where_the_program_makes_none():
    """Priors are not needed for that; numbers that are whole and few are counted."""
    program = """
    data { int N; vector[N] x; vector[N] y; array[N] int k; array[N] int z; vector[N] w; }
    parameters { real a; real<lower=0> s; real<lower=0, upper=1> p; }
    model {
      y ~ normal(a * x, s); k ~ poisson_log(0.1 * x); z ~ bernoulli(p);
      for (n in 1:N) target += log_mix(0.5, normal_lpdf(w[n] | a, 1), normal_lpdf(w[n] | -a, 1));
    }
    """
    random = np.random.default_rng(1)
    x = np.linspace(-3, 3, 200)
    data = {"N": 200, "x": x, "y": 2 * x + random.normal(0, 3, 200), "k": random.poisson(np.exp(0.1 * x))}
    data |= {"z": random.integers(0, 2, 200), "w": random.normal(0, 1, 200)}
    # A mixture has no replications here, and where one has none, all of them are left out.
    assert checks_of(autumn.Model(stan_code=program), data) == {}
    plain = re.sub(r"for \(n in 1:N\).*", "w ~ normal(a, 1);", program)
    checks = checks_of(autumn.Model(stan_code=plain), data)
    assert sorted(checks) == ["k", "w", "y", "z"]
    assert all(check["by"] == "" for check in checks.values())
    assert checks["z"]["counts"] == [int((data["z"] == value).sum()) for value in (0, 1)]
    for (low, middle, high), count in zip(checks["z"]["around"], checks["z"]["counts"], strict=True):
        assert low < middle < high
        assert low - 10 < count < high + 10
    for name in ("mean", "sd"):
        numbers = {statistic: numbers for statistic, *numbers in checks["y"]["stats"]}[name]
        assert numbers[1] < numbers[0] < numbers[3]
        assert 0.02 < numbers[4] < 0.98


def test_a_model_that_does_not_fit_is_seen():
    heavy = np.random.default_rng(2).standard_t(1.5, 300)
    with autumn.Builder() as m:
        s = m.parameter("s", autumn.exponential(1))
        m.observe("y", autumn.normal(0, s), heavy)
    page = m.sample(seed=1).report()
    data = data_of(page)
    assert "p" in next(variable for variable in data["variables"] if variable["n"] == "s")
    (check,) = data["checks"]
    shares = {name: numbers[4] for name, *numbers in check["stats"]}
    assert min(shares["largest"], 1 - shares["smallest"]) < 0.05


def test_the_call_that_makes_it_again(eight_schools, schools):
    options = {"marginalize": "none", "jumps": "none", "centring": "as-written", "keep": ["mu"], "chains": 2}
    fit = eight_schools.sample(schools, seed=4, draws=100, threads=1, init={"mu": 1.0}, **options)
    page = fit.report()
    call = html.unescape(re.search(r"<pre>(model\.sample.*?)</pre>", page, re.DOTALL)[1])
    assert "in coordinates of its own" not in page
    again = eval(call, {"model": eight_schools, "data": schools, "init": {"mu": 1.0}})
    assert np.array_equal(again.table, fit.table)
    with autumn.Builder() as m:
        m.parameter("x", autumn.normal(0, 1))
    assert "<pre>model.sample(seed=4, init=0.5)</pre>" in m.sample(seed=4, init=0.5).report()


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
    assert re.search(r"<pre>autumn sample \S+ --data \S+ --seed 1</pre>", page)
    # CmdStan's files alone say nothing of the model.
    cli("report", *sorted((tmp_path / "draws").glob("chain_*.csv")), "--output", "plain.html")
    plain = (tmp_path / "plain.html").read_text()
    assert "integrated out" not in plain
    assert data_of(plain)["pairs"] == data_of(page)["pairs"]
    command = [os.environ["AUTUMN"], "report", "draws"]
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert again.returncode == 1
    assert "exists already" in again.stderr


needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
ROWS = "[...document.querySelectorAll('#summary tbody tr.row')].map(row => row.firstChild.textContent)"


@needs_chromium
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 820, 1400])
def test_a_browser_shows_it(regression, tmp_path, width, is_dark):
    """By the mouse and the keyboard, as people do it."""
    path = tmp_path / "report.html"
    regression.report(path)
    means = {name: float(f"{row.mean:.7g}") for name, row in regression.summary().items()}
    with browser() as page:
        page.screen(width, 900, is_dark=is_dark)
        page.open(path)
        assert page.ask(ROWS) == list(means)[:25]
        page.click("#summary th", 1)
        assert page.ask(ROWS) == sorted(means, key=means.get)[:25]
        page.click("#summary th", 1)
        assert page.ask(ROWS)[0] == max(means, key=means.get)
        page.type("#search", "m 2")
        found = page.ask(ROWS)
        assert found
        assert all("m" in name and "2" in name for name in found)
        page.type("#search", "")
        page.click("#summary th", 0)
        page.click("#after")
        assert len(page.ask(ROWS)) == len(means) - 25
        page.click("#summary tbody tr.row")
        assert page.ask("document.querySelectorAll('tr.detail svg').length") == 4
        # Only tables and graphs are wider than the screen, in their own boxes.
        assert page.ask("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        back = page.ask("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", back))) < 3 * 128) == is_dark
        assert page.picture()[:4] == b"\x89PNG"
        assert page.complaints == []


@needs_chromium
def test_a_browser_complains_of_what_is_wrong(tmp_path):
    """Else the test above could not fail."""
    path = tmp_path / "wrong.html"
    path.write_text("<!doctype html><script>console.error('said'); missing();</script>")
    with browser() as page:
        page.open(path)
        assert any("said" in text for text in page.complaints)
        assert any("missing is not defined" in text for text in page.complaints)


@needs_chromium
def test_a_thousand_variables_stay_responsive(tmp_path):
    path = tmp_path / "report.html"
    autumn.Model(stan_code="parameters { vector[1000] x; } model { x ~ normal(0, 1); }").sample(seed=1).report(path)
    work = """(async () => {
      const search = document.getElementById("search"), head = document.querySelectorAll("#summary th")[1];
      const times = [];
      for (const word of ["x", "1", "12", "[7", ""]) {
        const start = performance.now();
        search.value = word; search.dispatchEvent(new Event("input")); head.click();
        document.querySelector("#summary tbody tr.row").click();
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        times.push(performance.now() - start);
      }
      return times;
    })()"""
    with browser() as page:
        page.screen(1000, 900)
        page.open(path)
        loaded = page.ask("performance.getEntriesByType('navigation')[0].loadEventEnd")
        times = page.ask(work)
        assert page.complaints == []
    print(f"shown after {loaded:.0f} ms, each step {max(times):.0f} ms at most")
    assert loaded < 3000
    assert max(times) < 300
