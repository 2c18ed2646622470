"""What every peer needs: its arguments, the data, and a CSV file of draws as CmdStan writes it."""
import argparse
import csv
import json
import pathlib


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=["compile", "sample"])
    parser.add_argument("model", help="eight_schools, binary_trials, electric_company or fibrosis")
    parser.add_argument("form", choices=["as_written", "noncentred", "by_hand"])
    parser.add_argument("data", type=lambda path: json.loads(pathlib.Path(path).read_text()))
    parser.add_argument("--warmup", type=int, default=1000)
    parser.add_argument("--draws", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path, help="the CSV file")
    return parser.parse_args()


def write_draws(path, draws, divergent=None):
    """`draws`: name -> array of draws, or of draws x elements."""
    columns = []
    for name, values in draws.items():
        if values.ndim == 1:
            columns.append((name, values))
        else:
            columns += [(f"{name}.{k + 1}", values[:, k]) for k in range(values.shape[1])]
    if divergent is not None:
        columns.append(("divergent__", divergent.astype(int)))
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([name for name, _ in columns])
        writer.writerows(zip(*(values.tolist() for _, values in columns)))
