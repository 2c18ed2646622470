"""Other systems on the same models and data: installed into a virtual environment, each skipped with a note where that fails."""
from dataclasses import dataclass
import json
import shutil
import subprocess
import sys

from experiments import ROOT
import measure

SCRIPTS = ROOT / "bench" / "paper" / "peers"
FORMS = {"as_written": "", "noncentred": ", non-centred", "by_hand": ", by hand"}


@dataclass(frozen=True)
class Peer:
    name: str
    script: str
    packages: tuple  # of PyPI
    forms: tuple = ("as_written",)
    is_compiled: bool = False  # in a step of its own, once per program
    needs: str = ""  # a program that must be there


PEERS = (
    Peer("Stan", "stan_peer.py", ("pystan==3.10.0", "httpstan==4.13.0", "setuptools"), tuple(FORMS), is_compiled=True),
    Peer("NumPyro", "numpyro_peer.py", ("numpyro",), tuple(FORMS)),
    Peer("PyMC + nutpie", "pymc_peer.py", ("pymc", "nutpie", "numba")),
    Peer("JAGS", "jags_peer.py", (), needs="jags"),
)


def installed(peer, folder):
    """The Python that runs a peer, or why there is none."""
    if peer.needs and not shutil.which(peer.needs):
        return None, f"`{peer.needs}` is not installed (Debian: apt install {peer.needs})"
    if not peer.packages:
        return sys.executable, ""
    place = folder / "venv" / peer.script.removesuffix(".py")
    python = place / "bin" / "python"
    ready = place / "ready"
    if not ready.exists():
        for command in ([sys.executable, "-m", "venv", place], [python, "-m", "pip", "install", "-q", *peer.packages]):
            run = subprocess.run([str(part) for part in command], capture_output=True, text=True)
            if run.returncode != 0:
                return None, "it could not be installed: " + (run.stderr.strip().splitlines() or ["no message"])[-1]
        ready.write_text(" ".join(peer.packages))
    return str(python), ""


def versions(python, peer):
    """As pip names them."""
    if not peer.packages:
        text = subprocess.run([peer.needs], input="exit\n", capture_output=True, text=True).stdout
        return text.splitlines()[0] if text else peer.needs
    run = subprocess.run([python, "-m", "pip", "list", "--format", "json"], capture_output=True, text=True)
    wanted = {p.split("==")[0] for p in peer.packages} - {"setuptools"}
    return ", ".join(f'{p["name"]} {p["version"]}' for p in json.loads(run.stdout) if p["name"].lower() in wanted)


def summary_of(autumn, draws):
    """Our summary of a peer's draws, from its table: variable, mean, mcse, sd, three quantiles, two ESS, R-hat."""
    text = subprocess.run([str(autumn), "summary", str(draws)], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in text.splitlines()]
    rows = rows[next(k for k, row in enumerate(rows) if row[:1] == ["variable"]) + 1:]
    names = [row for row in rows if len(row) == 10]
    number = lambda cell: float(cell) if cell not in ("NaN", "nan", "-", "NA") else None
    return {"variables": [{"name": r[0].replace("[", ".").replace(",", ".").rstrip("]"), "mean": number(r[1]), "mcse": number(r[2]),
                           "ess_bulk": number(r[7])} for r in names]}


def divergences(draws):
    with open(draws) as file:
        header = file.readline().strip().split(",")
        if "divergent__" not in header:
            return 0
        return sum(int(float(line.rsplit(",", 1)[1])) for line in file)


def run(autumn, python, folder, job):
    """The record of one run of a peer, in the form of our own."""
    script = SCRIPTS / job.peer.script
    key = measure.digest(script, SCRIPTS / "common.py", job.program, job.data)
    record_path = folder / f"{job.name}.json"
    if record_path.exists():
        record = json.loads(record_path.read_text())
        if record["key"] == key:
            return record, False
    what = [job.model, job.form, str(job.data)]
    record = {"key": key, "compile": 0.0}
    if job.peer.is_compiled:
        record["compile"] = measure.timed([python, str(script), "compile", *what], folder / f"{job.name}.compile.log")["processor"]
    draws = folder / f"{job.name}.csv"
    record |= measure.timed([python, str(script), "sample", *what, "--warmup", str(job.mode.warmup), "--draws", str(job.mode.draws),
                             "--seed", str(job.seed), "--output", str(draws)], folder / f"{job.name}.log")
    record |= measure.digested(summary_of(autumn, draws), job.experiment.variables)
    record |= {"divergences": divergences(draws), "sampling": None}
    draws.unlink()
    record_path.write_text(json.dumps(record))
    return record, True
