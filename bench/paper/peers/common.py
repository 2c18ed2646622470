"""What every peer needs: its arguments, the data, a file of times, and a CSV file of draws as CmdStan writes it."""
import argparse
import json
import math
import pathlib


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("model", help="eight_schools, binary_trials, electric_company or fibrosis")
    parser.add_argument("form", choices=["as_written", "noncentred", "by_hand"])
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--warmup", type=int, required=True)
    parser.add_argument("--draws", type=int, required=True)
    parser.add_argument("--limit", type=float, required=True, help="processor seconds, after which no more draws are asked for")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--output", type=pathlib.Path, required=True, help="the CSV file")
    parser.add_argument("--times", type=pathlib.Path, required=True, help="the JSON file of times")
    options = parser.parse_args()
    options.values = json.loads(options.data.read_text())
    return options


def write_times(path, **times):
    """Seconds of preparation, compile and sampling (with warm-up and recovery), and the number of draws."""
    path.write_text(json.dumps(times))


def columns_of(draws):
    """`draws`: name -> array of draws, or of draws x elements."""
    columns = {}
    for name, values in draws.items():
        if values.ndim == 1:
            columns[name] = values.tolist()
        else:
            columns |= {f"{name}.{k + 1}": values[:, k].tolist() for k in range(values.shape[1])}
    return columns


def write_columns(path, columns):
    if "kappa" in columns:
        columns["log_kappa"] = [math.log(x) for x in columns["kappa"]]
    line = ",".join(["%.9g"] * len(columns)) + "\n"
    with open(path, "w") as file:
        file.write(",".join(columns) + "\n")
        file.writelines(line % row for row in zip(*columns.values()))
