"""Other systems on the same models and data: installed into virtual environments, each skipped with a note where that fails."""
from dataclasses import dataclass
import json
import os
import pathlib
import shutil
import subprocess
import sys

from experiments import ROOT
import measure

SCRIPTS = ROOT / "bench" / "paper" / "peers"
FORMS = {"as_written": "", "noncentred": ", non-centred", "by_hand": ", by hand"}
PATIENCE = 900  # seconds of the clock for what does not stop by itself
ONE_CORE = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "RAYON_NUM_THREADS")}


@dataclass(frozen=True)
class Peer:
    name: str
    script: str
    packages: tuple  # of PyPI
    forms: tuple = ("as_written",)
    needs: str = ""  # a program that must be there

    @property
    def is_stan(self):
        return self.name == "Stan"


PEERS = (
    Peer("Stan", "stan_peer.py", ("httpstan==4.13.0",), tuple(FORMS), needs="g++"),
    Peer("NumPyro", "numpyro_peer.py", ("numpyro==0.22.0", "jax==0.10.2", "jaxlib==0.10.2"), tuple(FORMS)),
    Peer("PyMC + nutpie", "pymc_peer.py", ("pymc==5.28.5", "nutpie==0.16.8", "numba==0.65.1")),
    Peer("JAGS", "jags_peer.py", (), needs="jags"),
)


def environment(place, packages, *options):
    """The Python of a virtual environment with these packages, or why there is none."""
    python, ready = place / "bin" / "python", place / "ready"
    if ready.exists() and ready.read_text() == " ".join(packages):
        return python, ""
    for command in ([sys.executable, "-m", "venv", "--clear", place], [python, "-m", "pip", "install", "-q", *options, *packages]):
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        if run.returncode != 0:
            return None, "it could not be installed: " + (run.stderr.strip().splitlines() or ["no message"])[-1]
    ready.write_text(" ".join(packages))
    return python, ""


@dataclass(frozen=True)
class Installed:
    peer: Peer
    python: pathlib.Path
    work: pathlib.Path  # where Stan's programs are compiled
    version: str

    @property
    def stan(self):
        """Where httpstan keeps Stan."""
        return next(self.python.parent.parent.glob("lib/python*/site-packages/httpstan"))


def version_of(peer, python):
    """As it names itself, without what it depends on."""
    if not peer.packages:
        text = subprocess.run([peer.needs], input="exit\n", capture_output=True, text=True).stdout
        return text.splitlines()[0].split()[3] if text else "of Debian"  # Welcome to JAGS 4.3.1 on ...
    if peer.is_stan:
        stan = next(python.parent.parent.glob("lib/python*/site-packages/httpstan"))
        return subprocess.run([stan / "stanc", "--version"], capture_output=True, text=True).stdout.split()[1].lstrip("v")
    return ", ".join(p.replace("==", " ") for p in peer.packages if not p.startswith("jaxlib"))


def install(peer, work):
    """An Installed, or why there is none."""
    if peer.needs and not shutil.which(peer.needs):
        return None, f"`{peer.needs}` is not installed (Debian: apt install {peer.needs})"
    python = pathlib.Path(sys.executable)
    if peer.packages:
        python, trouble = environment(work / "venv" / peer.script.removesuffix(".py"), peer.packages, *(["--no-deps"] if peer.is_stan else []))
        if python is None:
            return None, trouble
    result = Installed(peer, python, work / "stan", version_of(peer, python))
    try:
        if peer.is_stan:
            prepare_stan(result)
    except measure.Failure as failure:
        return None, str(failure)
    return result, ""


def prepare_stan(installed):
    """What all programs share, which is no part of anybody's time."""
    installed.work.mkdir(parents=True, exist_ok=True)
    record_path = installed.work / "prepared.json"
    key = measure.digest(SCRIPTS / "stan_peer.py", SCRIPTS / "stan_main.cpp", installed.peer.packages)
    if measure.remembered(record_path, key) is None:
        measure.timed(stan_command(installed, "prepare"), installed.work / "prepare.log")
        measure.keep(record_path, {"key": key})


def stan_command(installed, *what):
    return [sys.executable, str(SCRIPTS / "stan_peer.py"), str(installed.stan), str(installed.work), *what]


def compiled(installed, program):
    """Seconds it took to compile a Stan program, now or before."""
    record_path = installed.work / f"{program.stem}.json"
    key = measure.digest(SCRIPTS / "stan_peer.py", SCRIPTS / "stan_main.cpp", program, installed.peer.packages)
    record = measure.remembered(record_path, key)
    if record is None:
        record = {"key": key, **measure.timed(stan_command(installed, "compile", program.stem), installed.work / f"{program.stem}.log")}
        measure.keep(record_path, record)
    return record["processor"]


def command_of(installed, job, draws, times):
    """Each peer stops by itself at its limit if it can, and is stopped where it cannot."""
    mode, limit = job.mode, str(job.mode.peer_limit)
    guard = ["timeout", str(PATIENCE)]
    if installed.peer.is_stan:
        return [*guard, str(installed.work / job.program.stem), str(job.data), str(job.seed), str(mode.warmup), str(mode.draws), limit, str(draws), str(times)]
    return [*guard, str(installed.python), str(SCRIPTS / installed.peer.script), job.experiment.program, job.form, str(job.data), "--warmup", str(mode.warmup),
            "--draws", str(mode.draws), "--limit", limit, "--seed", str(job.seed), "--output", str(draws), "--times", str(times)]


def run(autumn, installed, folder, job):
    """The record of one run of a peer, in the form of our own, and whether it was run now. Draws are judged by our summary."""
    script = SCRIPTS / installed.peer.script
    record_path = folder / f"{job.name}.json"
    key = measure.digest(script, SCRIPTS / "common.py", SCRIPTS / "stan_main.cpp", job.program, job.data, installed.version, job.mode.warmup,
                         job.mode.draws, job.mode.peer_limit, job.seed)
    if record := measure.remembered(record_path, key):
        return record, False
    compile_seconds = compiled(installed, job.program) if installed.peer.is_stan else 0.0
    draws, times = folder / f"{job.name}.csv", folder / f"{job.name}.times.json"
    os.environ.update(ONE_CORE)
    try:
        process = measure.timed(command_of(installed, job, draws, times), folder / f"{job.name}.log")
        summary = json.loads(subprocess.run([str(autumn), "summary", "--json", str(draws)], capture_output=True, text=True, check=True).stdout)
    finally:
        draws.unlink(missing_ok=True)
    record = {"key": key, **process, "compile": compile_seconds, "is_busy": False, "warmup": job.mode.warmup,
              "divergences": summary["sampler"]["divergences"], **json.loads(times.read_text()), **measure.digested(summary, job.experiment.variables)}
    times.unlink()
    measure.keep(record_path, record)
    return record, True
