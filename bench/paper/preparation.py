"""Preparation time and size against N for the model of the paper's Appendix F: one parent with N children."""
import json
import random

from experiments import MODELS
import measure

SIZES = (10, 100, 1000, 10_000, 100_000, 1_000_000)
REPEATS = 3  # other work on a machine only ever adds to a time: the least counts


def one_size(autumn, folder, size):
    """`autumn explain`: from reading the data to printing the plan."""
    normal = random.Random(size)
    data, output = folder / f"one_parent-{size}.json", folder / f"one_parent-{size}.log"
    data.write_text(json.dumps({"N": size, "y": [round(normal.gauss(1.0, 2.0), 4) for _ in range(size)]}))
    command = [str(autumn), "explain", str(MODELS / "one_parent.stan"), "--data", str(data), "--format", "json"]
    runs = [measure.timed(command, output) for _ in range(REPEATS)]
    data.unlink()
    explained = json.loads(output.read_text())
    return {"N": size, "seconds": min(r["processor"] for r in runs),
            "operations_before": explained["cost_before"], "operations_after": explained["cost_after"]}


def run(autumn, folder):
    """One row for each N."""
    path = folder / "one_parent.json"
    key = measure.digest(autumn, MODELS / "one_parent.stan", SIZES, REPEATS)
    record = measure.remembered(path, key)
    if record is None:
        record = {"key": key, "rows": [one_size(autumn, folder, n) for n in SIZES]}
        measure.keep(path, record)
    return record["rows"]
