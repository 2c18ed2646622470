"""What the tests of faults share: a directory of their own, programs, and runs of `autumn`."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from collections.abc import Callable

AUTUMN = ""

QUICK = "data { int N; vector[N] y; } parameters { real mu; real<lower=0> s; } model { mu ~ normal(0, 5); s ~ normal(0, 2); y ~ normal(mu, s); }"
# A gradient takes a tenth of a millisecond and more, so that runs can be hit while they sample.
SLOW = """data { int N; vector[N] x; array[N] int<lower=0, upper=1> y; }
parameters { vector[3] b; }
model { b ~ normal(0, 5); y ~ bernoulli_logit(b[1] + b[2] * x + b[3] * square(x)); }"""
# No point has a density.
HOPELESS = "parameters { real x; } model { target += log(-exp(x)); }"


def hear_signals() -> None:
    """As in a terminal, wherever the tests run: shells let what is in the background ignore Ctrl-C, and `nohup` SIGHUP."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def signalled(number: signal.Signals) -> set[int]:
    """Exit codes of a process that ended as this signal asks for, as subprocess and as shells say it."""
    return {-number, 128 + number}


class Faults(unittest.TestCase):
    """A test in an empty directory."""

    def setUp(self) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="autumn_faults_")
        self.addCleanup(self._directory.cleanup)
        self.path = pathlib.Path(self._directory.name)
        self.processes: list[subprocess.Popen[str]] = []
        self.addCleanup(self.end_processes)
        draw = random.Random(1)
        rows = 20_000
        self.write("quick.stan", QUICK)
        self.write("quick.json", json.dumps({"N": 5, "y": [1.0, 2.0, 0.5, 3.0, 1.5]}))
        self.write("hopeless.stan", HOPELESS)
        self.write("slow.stan", SLOW)
        self.write(
            "slow.json",
            json.dumps({"N": rows, "x": [round(draw.gauss(0, 1), 6) for _ in range(rows)], "y": [draw.randint(0, 1) for _ in range(rows)]}),
        )

    def end_processes(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.communicate()

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.path / name
        path.write_text(text)
        return path

    def start(self, *words: str, **options: object) -> "subprocess.Popen[str]":
        options.setdefault("preexec_fn", hear_signals)
        process = subprocess.Popen(  # type: ignore[call-overload]
            [AUTUMN, *words], cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
        )
        self.processes.append(process)
        return process

    def run_autumn(self, *words: str, seconds: float = 300, **options: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # type: ignore[call-overload]
            [AUTUMN, *words], cwd=self.path, text=True, capture_output=True, timeout=seconds, **options
        )

    def run_program(self, name: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """Of what `compile` has made."""
        return subprocess.run([f"./{name}", *words], cwd=self.path, text=True, capture_output=True, timeout=60)

    def sample(self, program: str, *words: str, **options: object) -> "subprocess.CompletedProcess[str]":
        data = self.path / f"{program}.json"
        given = ["--data", data.name] if data.exists() else []
        return self.run_autumn("sample", f"{program}.stan", *given, "--quiet", *words, **options)

    def start_slow(self, output: str, *words: str, **options: object) -> "subprocess.Popen[str]":
        """A run of minutes."""
        plan = ["--draws", "100000", "--jumps", "none", "--seed", "1", "--quiet", "--output", output, *words]
        return self.start("sample", "slow.stan", "--data", "slow.json", *plan, **options)

    def files(self, directory: str) -> dict[str, bytes]:
        """What lies in a directory in plain sight: no checkpoints."""
        return {path.name: path.read_bytes() for path in sorted((self.path / directory).iterdir()) if path.is_file()}

    def everything(self, directory: str) -> dict[str, bytes]:
        """All files below a directory, by their paths."""
        root = self.path / directory
        return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}

    def rows(self, file: str, *, after_a_kill: bool = False) -> list[str]:
        """The draws of a chain's file as they stand there; every line is whole, but for the last of a process that was
        killed while it wrote it: readers know."""
        text = (self.path / file).read_text()
        if after_a_kill:
            text = text[: text.rfind("\n") + 1]
        self.assertTrue(text.endswith("\n"), f"{file} ends in the middle of a line")
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        columns = len(lines[0].split(","))
        for line in lines:
            self.assertEqual(len(line.split(",")), columns, line)
        return lines[1:]

    def wait_until(self, holds: Callable[[], bool], seconds: float = 120) -> None:
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, "it did not happen in time")
            time.sleep(0.02)

    def has_rows(self, file: str, count: int = 20) -> bool:
        path = self.path / file
        return path.exists() and path.read_bytes().count(b"\n") > count + 60

    def wait_for_rows(self, file: str, count: int = 20) -> None:
        self.wait_until(lambda: self.has_rows(file, count))

    def strike(self, number: signal.Signals, begin: Callable[[], "subprocess.Popen[str]"], is_time: Callable[[], bool], undo: Callable[[], None]) -> str:
        """A run that a signal ends when it is time for that; what it said. On a machine that does other things the run may be over
        before this is: then it is undone and begun again."""
        for _ in range(5):
            process = begin()
            self.wait_until(lambda: process.poll() is not None or is_time())
            process.send_signal(number)
            said = process.communicate(timeout=60)[1]
            if process.returncode != 0:
                self.assertIn(process.returncode, signalled(number), said)
                return said
            undo()
        self.fail("the run is always over before it is time")

    def assert_says(self, process: "subprocess.CompletedProcess[str]", code: int, *words: str) -> None:
        said = process.stdout + process.stderr
        self.assertEqual(process.returncode, code, said)
        for word in words:
            self.assertIn(word, said)
        self.assertNotIn("terminate called", said)
        self.assertNotIn("internal error", said)


def is_sanitized() -> bool:
    """Whether AUTUMN is built with a sanitizer, which takes terabytes of addresses, and says itself what it finds no memory for."""
    content = pathlib.Path(AUTUMN).read_bytes()
    return b"__asan_init" in content or b"__tsan_init" in content


def main() -> None:
    global AUTUMN
    # What scripts start in the background ignores Ctrl-C, what `nohup` starts SIGHUP; children would, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    AUTUMN = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=1)
