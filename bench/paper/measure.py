"""Runs of `autumn sample`, each kept as one JSON file so that an interrupted bench goes on where it was."""
import hashlib
import json
import os
import pathlib
import time

from experiments import MODELS


class Failure(Exception):
    """A run that did not end well; what to look at."""


def digest(*parts):
    """What a result depends on: programs, data and binaries by content, settings by name."""
    state = hashlib.sha256()
    for part in parts:
        state.update(part.read_bytes() if isinstance(part, pathlib.Path) else repr(part).encode())
    return state.hexdigest()[:16]


def remembered(path, key):
    """The record of an earlier run, if nothing it depends on has changed."""
    if not path.exists():
        return None
    record = json.loads(path.read_text())
    return record if record["key"] == key else None


def keep(path, record):
    """Whole or not at all, whenever the bench is interrupted."""
    beside = path.with_suffix(".part")
    beside.write_text(json.dumps(record))
    beside.replace(path)


def timed(command, log):
    """Wall and processor seconds of one process, whose output goes to a file."""
    with open(log, "wb") as output:
        actions = [(os.POSIX_SPAWN_DUP2, output.fileno(), 1), (os.POSIX_SPAWN_DUP2, output.fileno(), 2)]
        start = time.perf_counter()
        pid = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
        _, status, usage = os.wait4(pid, 0)
        wall = time.perf_counter() - start
    if status != 0:
        raise Failure(f"{' '.join(command)} failed: see {log}")
    return {"wall": wall, "processor": usage.ru_utime + usage.ru_stime}


def base(name):
    """`theta` of `theta.3`, as CmdStan names elements."""
    return name.split(".")[0]


def digested(summary, variables):
    """What the tables need of a summary: the variables of the model as written."""
    own = [v for v in summary["variables"] if base(v["name"]) in variables or v["name"] == "log_kappa"]
    ess = {v["name"]: v["ess_bulk"] or 0.0 for v in own}
    least = min(ess, key=ess.get)
    return {"least_ess": ess[least], "least_variable": least, "ess": ess,
            "worst_rhat": max((v["rhat"] or 9.0) for v in own),
            "means": {v["name"]: [v["mean"], v["mcse"]] for v in own if v["name"] != "kappa"}}


def stages(summary, process):
    """Seconds of preparation and of warm-up, sampling and recovery. Our clock is the one on the wall: where the machine had other
    work, the times are those of the processor."""
    share = min(1.0, process["processor"] / process["wall"])
    times = summary["timings"]
    sampling = share * (times["warmup"] + times["sampling"])
    return {"compile": 0.0, "preparation": share * (sum(times.values())) - sampling, "sampling": sampling, "is_busy": share < 0.8}


def run(autumn, folder, job):
    """The record of one run, and whether it was run now."""
    program = MODELS / f"{job.method.program}.stan"
    record_path = folder / f"{job.name}.json"
    key = digest(autumn, program, job.data, job.method.options, job.mode.warmup, job.mode.draws, job.seed)
    if record := remembered(record_path, key):
        return record, False
    summary_path = folder / f"{job.name}.summary.json"
    command = [str(autumn), "sample", str(program), "--data", str(job.data), "--chains", "1", "--threads", "1", "--warmup", str(job.mode.warmup),
               "--draws", str(job.mode.draws), "--seed", str(job.seed), "--quiet", "--force", "--summary", str(summary_path), *job.method.options]
    process = timed(command, folder / f"{job.name}.log")
    summary = json.loads(summary_path.read_text())
    record = {"key": key, **process, **stages(summary, process), **digested(summary, job.experiment.variables),
              "warmup": job.mode.warmup, "draws": job.mode.draws, "divergences": summary["sampler"]["divergences"],
              "gradients": summary["gradients"]}
    summary_path.unlink()
    keep(record_path, record)
    return record, True
