"""Runs of `autumn` that may not end: with a limit of processor time and of memory, and what they cost. Shared by pays.py, blocks.py and inst_eval.py."""
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent

# A run that waits for a busy machine is given this many times its limit on the wall.
PATIENCE = 4


@dataclass(frozen=True)
class Limits:
    """Processor seconds and gigabytes of one run."""

    seconds: float
    gigabytes: float = 6.0


@dataclass(frozen=True)
class Ended:
    """How a process ended: its output, and what it took. `failure` is empty where all is well."""

    output: str
    failure: str
    seconds: float
    megabytes: float


def restricted(command: list[str], limits: Limits) -> list[str]:
    """The command under util-linux's prlimit, which becomes it; a second after the soft limit of time comes the hard one."""
    soft = max(1, round(limits.seconds))
    return ["prlimit", f"--cpu={soft}:{soft + 1}", f"--as={int(limits.gigabytes * 2**30)}", "--core=0", *command]


def reason(status: int, words: str) -> str:
    """Why it failed, in a few words."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in (signal.SIGXCPU, signal.SIGKILL):
            return "not done"
        return "out of memory" if "bad_alloc" in words else signal.Signals(number).name
    lines = [line.strip() for line in words.strip().splitlines() if line.strip()]
    return "" if os.WEXITSTATUS(status) == 0 else (lines[0] if lines else f"exit code {os.WEXITSTATUS(status)}")


def run(command: list[str], limits: Limits) -> Ended:
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        child = subprocess.Popen(restricted(command, limits), stdout=output, stderr=errors)
        timer = threading.Timer(PATIENCE * limits.seconds + 10, lambda: os.kill(child.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Ended(output.read(), reason(status, errors.read()), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
