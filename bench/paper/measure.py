"""Runs of `autumn sample`, each kept as one JSON file so that an interrupted bench goes on where it was."""
import hashlib
import json
import os
import pathlib
import time

from experiments import MODELS


def digest(*paths):
    """What a result depends on: program, data and binary, by content."""
    state = hashlib.sha256()
    for path in paths:
        state.update(pathlib.Path(path).read_bytes())
    return state.hexdigest()[:16]


def timed(command, log):
    """Wall and processor seconds and megabytes of one process, whose output goes to a file."""
    with open(log, "wb") as output:
        actions = [(os.POSIX_SPAWN_DUP2, output.fileno(), 1), (os.POSIX_SPAWN_DUP2, output.fileno(), 2)]
        start = time.perf_counter()
        pid = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - start
    if status != 0:
        raise SystemExit(f"{' '.join(command)} failed: see {log}")
    return {"wall": wall, "processor": usage.ru_utime + usage.ru_stime, "megabytes": usage.ru_maxrss / 1024}


def base(name):
    """`theta` of `theta.3`, as CmdStan names elements."""
    return name.split(".")[0]


def digested(summary, variables):
    """What the tables need of a summary: variables of the model as written, and the sampler's account."""
    own = [v for v in summary["variables"] if base(v["name"]) in variables or v["name"] == "log_kappa"]
    least = min((v for v in own), key=lambda v: v["ess_bulk"] if v["ess_bulk"] is not None else 0.0)
    return {"least_ess": least["ess_bulk"] or 0.0, "least_variable": least["name"],
            "means": {v["name"]: [v["mean"], v["mcse"]] for v in own if v["name"] != "kappa"}}


def run(autumn, folder, job):
    """The record of one run, from its file if nothing it depends on has changed; and whether it was run now."""
    program = MODELS / f"{job.method.program}.stan"
    key = digest(autumn, program, job.data)
    record_path = folder / f"{job.name}.json"
    if record_path.exists():
        record = json.loads(record_path.read_text())
        if record["key"] == key:
            return record, False
    summary_path = folder / f"{job.name}.summary.json"
    command = [str(autumn), "sample", str(program), "--data", str(job.data), "--chains", "1", "--threads", "1", "--warmup", str(job.mode.warmup),
               "--draws", str(job.mode.draws), "--seed", str(job.seed), "--quiet", "--summary", str(summary_path), *job.method.options]
    record = {"key": key, "command": " ".join(command), **timed(command, folder / f"{job.name}.log")}
    summary = json.loads(summary_path.read_text())
    timings = summary["timings"]
    record |= digested(summary, job.experiment.variables)
    record |= {"divergences": summary["sampler"]["divergences"], "gradients": summary["gradients"], "timings": timings,
               "sampling": timings["warmup"] + timings["sampling"]}
    summary_path.unlink()
    record_path.write_text(json.dumps(record))
    return record, True
