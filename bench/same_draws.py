#!/usr/bin/env python3
"""Says whether two builds of `autumn` write the same draws, byte for byte, for every model under models/.

usage: bench/same_draws.py AUTUMN BEFORE [--only TEXT]

Two chains of every model with one seed, and the rows of their CSV files; comments, which have times and versions in them, are left out. Exit code 1
if some model differs.
"""
import argparse
import hashlib
import pathlib
import subprocess
import sys
import tempfile

from corpus import MODELS, corpus

OPTIONS = ("--seed", "7", "--chains", "2", "--warmup", "100", "--draws", "100")


def models():
    """Those of corpus.py, and the mixed models with their data."""
    yield from corpus()
    for program in sorted(MODELS.glob("mixed/*.stan")):
        for data in sorted((MODELS / "mixed" / "data").glob(f"{program.stem}*.json")):
            yield f"{program.stem} {data.stem}", program, data


def digest(autumn, program, data):
    """Of the rows of all chains; the last words of a build that does not run the model."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([autumn, "sample", program, "--data", data, "--output", f"{folder}/out", *OPTIONS], capture_output=True, text=True)
        if done.returncode != 0:
            return done.stderr.strip().splitlines()[-1:]
        rows = hashlib.sha256()
        for file in sorted(pathlib.Path(folder).rglob("*.csv")):
            rows.update(b"".join(line for line in file.read_bytes().splitlines(keepends=True) if not line.startswith(b"#")))
        return rows.hexdigest()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("autumn")
    parser.add_argument("before")
    parser.add_argument("--only", default="", help="models whose name contains this")
    options = parser.parse_args()
    count, differing = 0, []
    for name, program, data in models():
        if options.only not in name:
            continue
        count += 1
        if digest(options.autumn, program, data) != digest(options.before, program, data):
            differing.append(name)
            print(f"{name}: differs", flush=True)
    print(f"{count - len(differing)} of {count} models have the same draws")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
