"""Ctrl-C stops what runs and keeps the draws; several threads sample at once; the library has no handler of signals."""

import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import autumn
import numpy as np
import pytest

# About a second for a thousand draws.
SLOW = """
parameters { vector[30] x; }
model { x ~ normal(0, 1); for (k in 1:200) target += -0.001 * log_sum_exp(x * k); }
"""
OPTIONS = {"seed": 1, "draws": 200_000, "warmup": 50, "marginalize": "none", "chains": 2, "max_depth": 5}


def interrupt_soon(seconds: float = 1.5) -> None:
    """For what does not end by itself: a signal that came too late would stop the tests."""
    threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT)).start()


def has_draws(file: pathlib.Path) -> bool:
    return file.exists() and file.stat().st_size > 50_000


def interrupt_when(holds: Callable[[], bool]) -> threading.Thread:
    def wait():
        while not holds():
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_sampling_keeps_the_draws(tmp_path):
    model = autumn.Model(stan_code=SLOW)
    files = [tmp_path / "out" / f"chain_{chain}.csv" for chain in (1, 2)]
    interrupt_when(lambda: all(has_draws(file) for file in files))
    with pytest.warns(autumn.InterruptedWarning, match="sampling was stopped"):
        fit = model.sample(**OPTIONS, output=tmp_path / "out")
    assert fit.is_interrupted
    assert 0 < fit.draws_per_chain < OPTIONS["draws"]
    assert fit["x"].shape == (fit.chains, fit.draws_per_chain, 30)
    assert np.isfinite(fit["x"]).all()
    assert "interrupted" in repr(fit)
    assert fit.summary()["x[1]"].sd > 0
    short = model.sample(**{**OPTIONS, "draws": 20})
    assert np.array_equal(short["x"], fit["x"][:, :20])


def test_without_draws_it_is_an_interrupt():
    model = autumn.Model(stan_code=SLOW)
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        model.sample(**{**OPTIONS, "warmup": 1_000_000_000})


@pytest.mark.parametrize("method", ["variational", "sbc", "simulate"])
def test_methods(method):
    model = autumn.Model(stan_code=SLOW)
    options = {
        "variational": {"iterations": 10**9, "tol_rel_obj": 1e-300, "eta": 0.01, "seed": 1},
        "sbc": {"runs": 10**6, "seed": 1},
        "simulate": {"runs": 10**8, "seed": 1},
    }[method]
    if method != "variational":
        model = autumn.Model(stan_code="parameters { vector[2] x; } model { x ~ normal(0, 1); }")
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        getattr(model, method)(**options)


def test_a_loop_while_tracing():
    model = autumn.Model(stan_code="transformed data { int i = 0; while (i < 1000000000) { i = 1 - i; } } model {}")
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        model.sample(seed=1)


def test_handlers_are_those_of_python(eight_schools, schools, tmp_path):
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    seen = []

    def handler(number, frame):
        seen.append(number)

    signal.signal(signal.SIGINT, handler)
    try:
        model = autumn.Model(stan_code=SLOW)
        sent = interrupt_when(lambda: (tmp_path / "out" / "chain_1.csv").exists())
        fit = model.sample(**{**OPTIONS, "draws": 3000}, output=tmp_path / "out")
        sent.join()
        assert not fit.is_interrupted  # who handles the signal goes on
        assert seen == [signal.SIGINT]
    finally:
        signal.signal(signal.SIGINT, before[0])
    eight_schools.sample(schools, seed=1)
    assert before == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]


def test_other_threads_go_on_meanwhile(eight_schools, schools):
    counts = [0]
    is_over = threading.Event()

    def count():
        while not is_over.is_set():
            counts[0] += 1
            time.sleep(0.001)

    other = threading.Thread(target=count, daemon=True)
    other.start()
    before = counts[0]
    autumn.Model(stan_code=SLOW).sample(**{**OPTIONS, "draws": 500})
    is_over.set()
    other.join()
    assert counts[0] - before > 20


def test_threads_sample_at_once(eight_schools, schools, fit):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        fits = list(pool.map(lambda _: eight_schools.sample(schools, seed=1, threads=1), range(8)))
    for other in fits:
        assert np.array_equal(other.table, fit.table)


def test_a_terminal(tmp_path):
    """As a person would: a script, and SIGINT from outside."""
    file = tmp_path / "out" / "chain_1.csv"
    code = f"""
import autumn, sys
model = autumn.Model(stan_code='''{SLOW}''')
print("ready", flush=True)
fit = model.sample(**{OPTIONS!r}, output={str(tmp_path / "out")!r})
print(fit.is_interrupted, fit.draws_per_chain > 0)
"""
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    while not has_draws(file):
        time.sleep(0.01)
    child.send_signal(signal.SIGINT)
    out, error = child.communicate(timeout=20)
    assert out == "True True\n", error
    assert child.returncode == 0
