#!/usr/bin/env python3
"""Rows of the data divided over MPI ranks. Usage: shards.py AUTUMN [TestCase ...]

Without MPI (mpirun, and the shim beside AUTUMN) only what one process does is tested."""
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess

import support
from resume import APART
from support import Faults, main

ROWS = 300_000  # of three shards

PROGRAM = """data { int<lower=0> N; int J; matrix[N, 2] X; array[N] int<lower=1, upper=J> g; array[N] int<lower=0> y; }
parameters { real a; vector[2] b; vector[J] u; real<lower=0> tau; }
model { a ~ normal(0, 2); b ~ normal(0, 1); tau ~ normal(0, 1); u ~ normal(0, tau); y ~ poisson_log(X * b + a + u[g]); }"""

HEAD = "data { int<lower=0> N; vector[N] x; } "
REFUSED = {
    # What the program is, and what is said of it.
    "mean": (HEAD + "transformed data { real m = N > 0 ? mean(x) : 0; } parameters { real b; } model { b ~ normal(0, 1); x - m ~ normal(b, 1); }", "not a sum over the rows"),
    "count": (HEAD + "parameters { real b; } model { b ~ normal(0, 1); x ~ normal(b, sqrt(1.0 + N)); }", "not a sum over the rows"),
    "square": (HEAD + "parameters { real b; } model { b ~ normal(0, 1); target += -square(sum(x) - b); }", "not a sum over the rows"),
    "latent": (HEAD + "parameters { vector[N] z; } model { z ~ normal(0, 1); x ~ normal(z, 1); }", "parameters read `N`"),
    "saved": (HEAD + "parameters { real b; } transformed parameters { vector[N] m = b * x; } model { b ~ normal(0, 1); x ~ normal(m, 1); }", "transformed parameters read"),
    "replicated": (HEAD + "parameters { real b; } model { x ~ normal(b, 1); } generated quantities { real m = mean(x) * b; }", "generated quantities read `x`"),
    "derived": (HEAD + "transformed data { real m = sum(x); } parameters { real b; } model { x ~ normal(b, 1); } generated quantities { real r = m; }", "generated quantities read `m`"),
    "other": ("data { int<lower=0> N; matrix[2, N] x; } parameters { real b; } model { b ~ normal(0, 1); x[1] ~ normal(b, 1); }", "another way than as its first size"),
    "bound": ("data { int<lower=0> N; array[N] int<upper=N> x; } parameters { real b; } model { x ~ normal(b, 1); }", "another way than as its first size"),
    "nothing": ("data { int<lower=0> N; real x; } parameters { real b; } model { x ~ normal(b, 1); }", "no rows counted by"),
    "prints": (HEAD + 'parameters { real b; } model { b ~ normal(0, 1); x ~ normal(b, 1); if (b > 90) reject("b"); }', "prints or rejects"),
}


class Shards(Faults):
    def setUp(self) -> None:
        super().setUp()
        draw = random.Random(5)
        self.write("poisson.stan", PROGRAM)
        columns = ["N"]
        lines = ["X.1,X.2,g,y\n"]
        for _ in range(ROWS):
            lines.append(f"{round(draw.gauss(0, 1), 3)},{round(draw.gauss(0, 1), 3)},{draw.randint(1, 4)},{draw.randint(0, 2)}\n")
        self.write("rows.csv", "".join(lines))
        self.write("rest.json", '{"J": 4}')
        self.assert_says(self.run_autumn("convert", "rows.csv", "rest.json", "--to", "data", "--rows", columns[0], "--output", "rows.autumn"), 0)

    def command(self, output: str, *words: str) -> list[str]:
        fixed = ["--shard", "N", "--seed", "3", "--chains", "2", "--warmup", "10", "--draws", "5", "--force", "--quiet"]
        return ["sample", "poisson.stan", "--data", "rows.autumn", *fixed, "--output", output, *words]

    def content(self, output: str) -> list[list[bytes]]:
        files = sorted((self.path / output).glob("chain_*.csv"))
        self.assertEqual(len(files), 2)
        return [[line for line in file.read_bytes().split(b"\n") if not APART.match(line)] for file in files]

    def mpirun(self, ranks: int, words: list[str], seconds: float = 300) -> "subprocess.CompletedProcess[str]":
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        launch = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks), support.AUTUMN]
        return subprocess.run([*launch, *words], cwd=self.path, text=True, capture_output=True, timeout=seconds, env=environment)

    def need_mpi(self) -> None:
        shim = pathlib.Path(support.AUTUMN).parent / "autumn-mpi-openmpi"
        if shutil.which("mpirun") is None or not (shim.exists() or "AUTUMN_MPI" in os.environ):
            self.skipTest("there is no MPI")


class Draws(Shards):
    def test_do_not_depend_on_ranks_and_threads(self) -> None:
        self.assert_says(self.run_autumn(*self.command("alone")), 0)
        whole = self.content("alone")
        for threads in (2, 3, 8):
            self.assert_says(self.run_autumn(*self.command("threads", "--threads-per-chain", str(threads))), 0)
            self.assertEqual(self.content("threads"), whole)
        self.need_mpi()
        for ranks, threads in ((1, 2), (2, 1), (4, 2)):
            run = self.mpirun(ranks, self.command("ranks", "--threads-per-chain", str(threads)))
            self.assert_says(run, 0)
            self.assertEqual(self.content("ranks"), whole, f"{ranks} ranks, {threads} threads")

    def test_have_the_density_of_undivided_rows(self) -> None:
        # The same numbers but for rounding: the first points of a chain, before it can tell.
        short = ["--warmup", "0", "--step-size", "0.0001", "--draws", "3", "--max-depth", "2", "--metric", "unit_e", "--sig-figs", "17"]
        drop = {"--warmup", "--draws"}
        words = self.command("divided")
        for name in drop:
            place = words.index(name)
            del words[place : place + 2]
        self.assert_says(self.run_autumn(*words, *short), 0)
        whole = [word for word in words if word not in ("--shard", "N")]
        whole[whole.index("divided")] = "whole"
        self.assert_says(self.run_autumn(*whole, *short, "--marginalize", "none", "--centring", "as-written", "--jumps", "none"), 0)
        for ours, theirs in zip(self.rows("divided/chain_1.csv"), self.rows("whole/chain_1.csv")):
            numbers = [[float(x) for x in line.split(",")] for line in (ours, theirs)]
            for a, b in zip(*numbers):
                self.assertLess(abs(a - b), 1e-6 * max(1.0, abs(a), abs(b)), (ours, theirs))

    def test_go_on_with_other_ranks(self) -> None:
        words = self.command("whole", "--max-depth", "3")
        words[words.index("5")] = "60"
        self.assert_says(self.run_autumn(*words), 0)
        whole = self.content("whole")
        words[words.index("whole")] = "cut"
        process = self.start(*words, "--checkpoint", "0.02")
        self.wait_for_rows("cut/chain_1.csv", 5)
        process.kill()
        process.communicate()
        self.need_mpi()
        self.assert_says(self.mpirun(2, ["resume", "cut", "--quiet"]), 0)
        self.assertEqual(self.content("cut"), whole)


class Deaths(Shards):
    def test_of_a_rank_end_the_run(self) -> None:
        """Also where the launcher lets the others live, and MPI would wait for the dead."""
        self.need_mpi()
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1")
        launch = ["mpirun", "--oversubscribe", "--bind-to", "none", "--enable-recovery", "-n", "3", support.AUTUMN]
        words = self.command("out", "--checkpoint", "0.1")
        words[words.index("5")] = "1000000"
        process = subprocess.Popen([*launch, *words], cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.processes.append(process)
        self.wait_for_rows("out/chain_1.csv", 5)
        children = (pathlib.Path("/proc") / str(process.pid) / "task" / str(process.pid) / "children").read_text().split()
        ranks = {}
        for child in children:
            variables = pathlib.Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
            ranks |= {variable.partition(b"=")[2]: int(child) for variable in variables if variable.startswith(b"OMPI_COMM_WORLD_RANK=")}
        os.kill(ranks[b"2"], signal.SIGKILL)
        said = "".join(process.communicate(timeout=100))
        self.assertIn("rank 2 of 3 is lost", said)  # the exit code is the launcher's, which recovers
        self.assertGreater(len(self.rows("out/chain_1.csv")), 5)


class Refusals(Shards):
    def test_of_programs_that_are_no_sum_over_rows(self) -> None:
        draw = random.Random(6)
        self.write("x.csv", "x\n" + "".join(f"{draw.randint(1, 3)}\n" for _ in range(400)))
        self.assert_says(self.run_autumn("convert", "x.csv", "--to", "data", "--rows", "N"), 0)
        for name, (program, words) in REFUSED.items():
            self.write(f"{name}.stan", program)
            run = self.run_autumn("sample", f"{name}.stan", "--data", "x.autumn", "--shard", "N", "--quiet", "--output", "out")
            self.assert_says(run, 1, words)
            self.assertFalse((self.path / "out").exists(), name)

    def test_of_data_that_cannot_be_divided(self) -> None:
        self.write("some.json", json.dumps({"N": 1, "J": 1, "X": [[1, 2]], "g": [1], "y": [1]}))
        sample = ["sample", "poisson.stan", "--shard", "N", "--quiet", "--data"]
        self.assert_says(self.run_autumn(*sample, "some.json"), 1, "binary format")
        self.write("wrong.json", json.dumps({"N": 2, "J": 1, "X": [[1, 2]], "g": [1], "y": [1]}))
        self.assert_says(self.run_autumn("convert", "wrong.json", "--to", "data"), 0)
        self.assert_says(self.run_autumn(*sample, "wrong.autumn"), 1, "has not 2 rows")
        self.assert_says(self.run_autumn(*sample, "rows.autumn", "--marginalize", "all"), 1, "--shard integrates nothing out")

    def test_are_told_once(self) -> None:
        self.need_mpi()
        self.write("x.csv", "x\n" + "1\n2\n" * 200_000)
        self.assert_says(self.run_autumn("convert", "x.csv", "--to", "data", "--rows", "N"), 0)
        for name in ("mean", "saved"):
            self.write(f"{name}.stan", REFUSED[name][0])
            run = self.mpirun(3, ["sample", f"{name}.stan", "--data", "x.autumn", "--shard", "N", "--quiet", "--output", "out"])
            self.assertEqual((run.stdout + run.stderr).count("error"), 1, run.stdout + run.stderr)
            self.assertIn(REFUSED[name][1], run.stdout + run.stderr)
            self.assertNotEqual(run.returncode, 0)


if __name__ == "__main__":
    main()
