"""Compiling through cmdstanpy: what is made where, when it is made again, and what errors say."""
from __future__ import annotations

import json
import logging
import os
import pathlib
import re
import shutil
import subprocess
import time

import cmdstanpy
import known
import numpy as np
import pytest

PROGRAMS = pathlib.Path(__file__).parent / "programs"


def test_the_executable_is_made_beside_the_program(program):
    file = program("bernoulli")
    made = cmdstanpy.CmdStanModel(stan_file=file)
    assert pathlib.Path(made.exe_file) == file.with_suffix("") and os.access(made.exe_file, os.X_OK)
    assert made.name == "bernoulli" and made.code() == file.read_text()


def test_an_executable_is_made_again_when_its_program_is_newer(program):
    file = program("bernoulli")
    made = cmdstanpy.CmdStanModel(stan_file=file)
    first = os.stat(made.exe_file).st_mtime_ns
    assert os.stat(cmdstanpy.CmdStanModel(stan_file=file).exe_file).st_mtime_ns == first
    file.write_text(file.read_text().replace("beta(1, 1)", "beta(3, 1)"))
    os.utime(file, (time.time() + 1, time.time() + 1))
    time.sleep(1.1)
    changed = cmdstanpy.CmdStanModel(stan_file=file)
    assert os.stat(changed.exe_file).st_mtime_ns > first
    fit = changed.sample(data=known.BERNOULLI, chains=2, seed=5, show_progress=False)
    known.assert_mean(known.by_chain(fit, "theta"), known.Moments(5 / 14, np.sqrt(5 * 9 / (14**2 * 15))))


def test_an_executable_can_be_moved_away_from_its_program(program, tmp_path_factory):
    made = cmdstanpy.CmdStanModel(stan_file=program("bernoulli"))
    other = tmp_path_factory.mktemp("elsewhere") / "renamed"
    shutil.copyfile(made.exe_file, other)
    other.chmod(0o755)
    os.remove(made.exe_file)
    os.remove(made.stan_file)
    fit = cmdstanpy.CmdStanModel(exe_file=other).sample(data=known.BERNOULLI, chains=2, seed=5, show_progress=False)
    known.assert_mean(known.by_chain(fit, "theta"), known.bernoulli())


def test_a_newer_include_makes_the_executable_anew(tmp_path):
    shutil.copy(PROGRAMS / "with_include.stan", tmp_path)
    folder = tmp_path / "parts"
    shutil.copytree(PROGRAMS / "include", folder)
    options = {"stan_file": tmp_path / "with_include.stan", "stanc_options": {"include-paths": [str(folder)]}}
    fit = cmdstanpy.CmdStanModel(**options).sample(data=known.BERNOULLI, chains=2, seed=5, show_progress=False)
    known.assert_mean(known.by_chain(fit, "theta"), known.bernoulli())
    (folder / "prior_shape.stan").write_text("real prior_shape() { return 5; }\n")
    os.utime(folder / "prior_shape.stan", (time.time() + 1, time.time() + 1))
    fit = cmdstanpy.CmdStanModel(**options).sample(data=known.BERNOULLI, chains=2, seed=5, show_progress=False)
    known.assert_mean(known.by_chain(fit, "theta"), known.Moments(7 / 20, np.sqrt(7 * 13 / (20**2 * 21))))


def test_an_include_is_found_beside_the_program(tmp_path):
    shutil.copy(PROGRAMS / "with_include.stan", tmp_path)
    shutil.copy(PROGRAMS / "include" / "prior_shape.stan", tmp_path)
    made = cmdstanpy.CmdStanModel(stan_file=tmp_path / "with_include.stan")
    assert [pathlib.Path(file).name for file in made.src_info()["included_files"]] == ["prior_shape.stan"]


def test_a_missing_include_is_an_error_that_names_it(program):
    with pytest.raises(ValueError, match="prior_shape.stan"):
        cmdstanpy.CmdStanModel(stan_file=program("with_include"))


@pytest.mark.parametrize("folder", ["with space", "with~tilde"])
def test_programs_in_awkward_places_compile(tmp_path, folder):
    (tmp_path / folder).mkdir()
    shutil.copy(PROGRAMS / "bernoulli.stan", tmp_path / folder)
    made = cmdstanpy.CmdStanModel(stan_file=tmp_path / folder / "bernoulli.stan")
    fit = made.sample(data=known.BERNOULLI, chains=1, seed=5, iter_sampling=50, show_progress=False)
    assert fit.draws().shape[0] == 50


def test_a_syntax_error_has_its_line_and_column(program):
    with pytest.raises(ValueError) as raised:
        cmdstanpy.CmdStanModel(stan_file=program("bad_syntax"))
    text = str(raised.value)
    assert "Syntax error" in text and "bad_syntax.stan" in text
    # It is found at the end of line 9 or at the beginning of line 10.
    assert re.search(r"line (9|10), column \d+", text)


def test_a_semantic_error_has_its_line_and_column(program):
    with pytest.raises(ValueError) as raised:
        cmdstanpy.CmdStanModel(stan_file=program("bad_type"))
    text = str(raised.value)
    assert "nobody" in text and "bad_type.stan" in text
    assert "line 9, column 13" in text


def test_a_program_that_does_not_compile_leaves_no_executable(program):
    file = program("bad_syntax")
    with pytest.raises(ValueError):
        cmdstanpy.CmdStanModel(stan_file=file)
    assert not file.with_suffix("").exists()


def test_the_source_is_described(shelf):
    described = cmdstanpy.CmdStanModel(stan_file=shelf / "bernoulli_ppc.stan").src_info()
    assert described["inputs"] == {"N": {"type": "int", "dimensions": 0}, "y": {"type": "int", "dimensions": 1}}
    assert described["parameters"] == {"theta": {"type": "real", "dimensions": 0}}
    assert described["transformed parameters"] == {}
    assert described["generated quantities"] == {"y_rep": {"type": "int", "dimensions": 1}, "log_lik": {"type": "real", "dimensions": 1}}


def test_warnings_of_the_pedantic_mode_reach_the_log(program, caplog):
    file = program("logistic")
    file.write_text(file.read_text().replace("  beta ~ normal(0, 2.5);\n", ""))
    with caplog.at_level(logging.WARNING):
        cmdstanpy.CmdStanModel(stan_file=file, stanc_options={"warn-pedantic": True})
    assert "The parameter beta has no priors" in caplog.text


def test_programs_are_formatted(program, capsys):
    file = program("bernoulli")
    file.write_text(file.read_text().replace("  theta ~ beta(1, 1);", "theta~beta((1),1);"))
    made = cmdstanpy.CmdStanModel(stan_file=file, compile=False) if cmdstanpy.__version__ < "1.3" else None
    if made is None:
        cmdstanpy.format_stan_file(file, canonicalize=True)
    else:
        made.format(canonicalize=True)
    assert "  theta ~ beta(1, 1);\n" in capsys.readouterr().out


def test_the_compiler_answers_for_itself(cmdstan, shelf):
    stanc = cmdstan / "bin" / "stanc"
    version = subprocess.run([stanc, "--version"], capture_output=True, text=True, check=True).stdout
    assert version.startswith("stanc3 v2.")
    info = subprocess.run([stanc, "--info", shelf / "tuples.stan"], capture_output=True, text=True, check=True).stdout
    assert set(json.loads(info)) >= {"inputs", "parameters", "transformed parameters", "generated quantities", "functions", "distributions"}
    failed = subprocess.run([stanc, "--info", shelf / "bad_type.stan"], capture_output=True, text=True)
    assert failed.returncode != 0 and "nobody" in failed.stderr


def test_make_says_what_it_makes_and_fails_when_it_fails(cmdstan, program):
    good, bad = program("bernoulli").with_suffix(""), program("bad_syntax").with_suffix("")
    assert subprocess.run(["make", good], cwd=cmdstan, capture_output=True, text=True).returncode == 0
    assert subprocess.run(["make", bad], cwd=cmdstan, capture_output=True, text=True).returncode != 0


def test_eight_schools_is_compiled_and_sampled_in_half_a_second(program):
    """From the program to four chains of draws in memory, a fresh file each time so that nothing is kept; the best of three, since the machine is shared."""
    seconds = []
    file = program("eight_schools")
    for attempt in range(3):
        copy = file.with_name(f"eight_schools_{attempt}.stan")
        shutil.copy(file, copy)
        start = time.perf_counter()
        fit = cmdstanpy.CmdStanModel(stan_file=copy).sample(data=known.EIGHT_SCHOOLS, seed=attempt + 1, show_progress=False)
        draws = fit.draws()
        seconds.append(time.perf_counter() - start)
        assert draws.shape[:2] == (1000, 4)
    assert min(seconds) < 0.5, f"took {', '.join(f'{each:.2f}' for each in seconds)} s"
