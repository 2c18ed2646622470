"""What clients are told when data, inits or arguments are wrong: the variable, and the place in the program."""
from __future__ import annotations

import json
import re

import known
import pytest

QUIET = {"chains": 1, "seed": 5, "iter_sampling": 20, "show_progress": False}


def refusal(model, name, data, **options) -> str:
    with pytest.raises(RuntimeError) as raised:
        model(name).sample(data=data, **{**QUIET, **options})
    return str(raised.value)


def test_missing_data_is_named(model):
    text = refusal(model, "bernoulli", {"N": 10})
    assert "variable does not exist" in text and re.search(r"name=y\b", text)


def test_no_data_at_all_is_an_error(model):
    assert "variable does not exist" in refusal(model, "bernoulli", None)


def test_data_of_the_wrong_size_is_named_with_both_sizes(model):
    text = refusal(model, "bernoulli", {"N": 3, "y": [0, 1]})
    assert re.search(r"name=y\b", text) and "3" in text and "2" in text and "mismatch" in text


def test_data_that_breaks_a_constraint_is_named_with_its_place(model):
    text = refusal(model, "bounded_data", {"scale": -1.0})
    assert "scale" in text and "-1" in text and "greater than or equal to 0" in text
    assert "line 3, column 2" in text


def test_a_real_number_for_an_int_is_an_error(model, tmp_path):
    file = tmp_path / "data.json"
    file.write_text(json.dumps({"N": 2.5, "y": [0, 1]}))
    text = refusal(model, "bernoulli", str(file))
    assert "int" in text and re.search(r"\bN\b", text)


def test_data_that_is_not_json_is_an_error(model, tmp_path):
    file = tmp_path / "data.json"
    file.write_text('{"N": 2, "y": [0, 1}')
    assert "JSON" in refusal(model, "bernoulli", str(file)) or "json" in refusal(model, "bernoulli", str(file))


def test_initial_values_that_are_all_rejected_end_the_run_with_the_reason(model):
    text = refusal(model, "scale_from_data", {"scale": -1.0})
    assert "scale" in text.lower() and "-1" in text
    assert "line 9, column 2" in text


def test_the_reason_of_a_rejection_is_in_the_console(model, tmp_path):
    with pytest.raises(RuntimeError):
        model("scale_from_data").sample(data={"scale": -1.0}, output_dir=tmp_path, **QUIET)
    console = "\n".join(file.read_text() for file in tmp_path.glob("*.txt"))
    assert "Rejecting initial value:" in console
    assert "Error evaluating the log probability at the initial value." in console
    assert re.search(r"Initialization .*failed", console)


def test_warmup_of_nothing_with_adaptation_is_refused(model):
    with pytest.raises((RuntimeError, ValueError)):
        model("logistic").sample(data=known.LOGISTIC, iter_warmup=0, **QUIET)


def test_a_good_run_has_no_line_that_clients_take_for_an_error(model):
    """cmdstanpy takes any line of the console that begins with Er or Ex for an error, and ends generate_quantities for it."""
    for name, data in (("bernoulli", known.BERNOULLI), ("known_sd", known.KNOWN_SD), ("eight_schools", known.EIGHT_SCHOOLS)):
        fit = model(name).sample(data=data, **QUIET)
        text = open(fit.runset.stdout_files[0]).read()
        assert not re.findall(r"^E[rx].*$", text, re.MULTILINE), text
