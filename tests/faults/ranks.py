#!/usr/bin/env python3
"""Chains over the ranks of an MPI launcher, on one machine. Usage: ranks.py AUTUMN [TestCase ...]

Skipped, with exit code 77, where there is no Open MPI: no mpirun, or no shim beside AUTUMN."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from resume import Resume
from support import main, signalled

SHIM = "autumn-mpi-openmpi"
# Ranks run as root, on fewer cores than there are of them, and in containers that may not look into each other's memory.
ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "OMPI_MCA_hwloc_base_binding_policy": "none",
}


def ranks_of(launcher: "subprocess.Popen[str]") -> dict[int, int]:
    """Processes of the ranks that a launcher has started."""
    ranks: dict[int, int] = {}
    for task in pathlib.Path(f"/proc/{launcher.pid}/task").glob("*/children"):
        for child in task.read_text().split():
            try:
                variables = pathlib.Path(f"/proc/{child}/environ").read_bytes().split(b"\0")
            except OSError:
                continue
            ranks |= {int(v.split(b"=")[1]): int(child) for v in variables if v.startswith(b"OMPI_COMM_WORLD_RANK=")}
    return ranks


class Ranks(Resume):
    def setUp(self) -> None:
        super().setUp()
        from support import AUTUMN

        self.autumn = AUTUMN

    def end_processes(self) -> None:
        """Ranks outlive a launcher that is killed by some moments, in which they write."""
        ranks = [rank for process in self.processes if process.poll() is None for rank in ranks_of(process).values()]
        super().end_processes()
        for rank in ranks:
            try:
                os.kill(rank, signal.SIGKILL)
            except ProcessLookupError:
                continue
            self.wait_until(lambda: not pathlib.Path(f"/proc/{rank}").exists())

    def launch(self, ranks: int, *words: str, options: tuple[str, ...] = ()) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            ["mpirun", *options, "-n", str(ranks), self.autumn, *words],
            cwd=self.path, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | ENVIRONMENT,
        )
        self.processes.append(process)
        return process

    def run_ranks(self, ranks: int, *words: str, options: tuple[str, ...] = ()) -> "subprocess.CompletedProcess[str]":
        process = self.launch(ranks, *words, options=options)
        out, err = process.communicate(timeout=300)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def command(self, program: str, *words: str) -> list[str]:
        chains = [] if "--chains" in words else ["--chains", "5"]
        return super().command(program, *chains, *words)

    def hit(self, launcher: "subprocess.Popen[str]", rank: int, number: signal.Signals) -> None:
        os.kill(ranks_of(launcher)[rank], number)

    def wait_for_checkpoints(self, output: str, *chains: int) -> None:
        folder = self.path / output / ".checkpoint"
        self.wait_until(lambda: all((folder / f"chain_{chain}.previous").exists() for chain in chains))


class Draws(Ranks):
    """Nobody can tell from the draws how many ranks made them."""

    kinds = [
        ["small", "--draws", "2000", "--jumps", "none"],
        ["small", "--draws", "2000", "--format", "binary"],
        ["small", "--draws", "2000", "--jumps", "none", "--warmup", "auto:2000", "--thin", "auto"],
        ["collapsed", "--draws", "500", "--save-warmup"],
        ["centred", "--draws", "500", "--centring", "learnt"],
    ]

    def test_are_the_same_at_any_number_of_ranks(self) -> None:
        for kind in self.kinds:
            whole = self.whole(*kind)
            for ranks in (2, 4):
                self.assert_says(self.run_ranks(ranks, *self.command(*kind), "--quiet", "--output", "out"), 0)
                self.assert_same("out", whole)
                shutil.rmtree(self.path / "out")
            shutil.rmtree(self.path / "whole")
            shutil.rmtree(self.path / "converted", ignore_errors=True)

    def test_are_the_same_with_more_ranks_than_chains(self) -> None:
        whole = self.whole("small", "--draws", "200", "--chains", "2")
        self.assert_says(self.run_ranks(4, *self.command("small", "--draws", "200", "--chains", "2"), "--quiet", "--output", "out"), 0)
        self.assert_same("out", whole)

    def test_of_a_seed_that_was_not_given_are_of_one_seed(self) -> None:
        words = [word for word in self.command("small", "--draws", "100") if word not in ("--seed", "1")]
        self.assert_says(self.run_ranks(4, *words, "--output", "out"), 0, "5 chains, 100 draws each")
        seeds = {line for file in (self.path / "out").glob("chain_*") for line in file.read_text().splitlines() if "seed =" in line}
        self.assertEqual(len(seeds), 1)

    def test_that_are_added_are_the_same(self) -> None:
        whole = self.whole("small", "--draws", "3000", "--jumps", "none")
        self.assert_says(self.run_ranks(3, *self.command("small", "--draws", "2000", "--jumps", "none"), "--quiet", "--output", "out"), 0)
        self.assert_says(self.run_ranks(4, "extend", "out", "--draws", "1000", "--quiet"), 0)
        rows = [[line for line in lines if not line.startswith(b"#")] for lines in self.content("out")]
        self.assertEqual(rows, [[line for line in lines if not line.startswith(b"#")] for lines in whole])

    def test_replace_those_of_the_run_before_as_a_whole(self) -> None:
        whole = self.whole("small", "--draws", "300")
        self.assert_says(self.run_autumn(*self.command("small", "--chains", "7", "--draws", "10"), "--quiet", "--output", "out"), 0)
        self.assert_says(self.run_ranks(4, *self.command("small", "--draws", "300"), "--quiet", "--force", "--output", "out"), 0)
        self.assert_same("out", whole)

    def test_are_summarised_together(self) -> None:
        done = self.run_ranks(4, *self.command("small", "--draws", "500"), "--output", "out", "--summary", "out.json")
        self.assert_says(done, 0, "5 chains, 500 draws each")
        self.assertEqual(done.stdout.count("rhat"), 1)
        self.assertEqual(done.stderr.count("sampling 3"), 1)
        self.assertEqual(len(json.loads((self.path / "out.json").read_text())["sampler"]["by_chain"]), 5)


class Deaths(Ranks):
    """A rank dies in sampling."""

    def start_ranks(self, output: str, *options: str) -> "subprocess.Popen[str]":
        process = self.launch(4, *self.command("small", *self.small, "--checkpoint", "0.02", "--refresh", "0", "--output", output), options=options)
        self.wait_for_rows(f"{output}/chain_1.csv", 3000)
        self.wait_for_checkpoints(output, 1, 2, 3, 4)
        return process

    def test_cost_the_chains_of_the_rank_where_the_launcher_allows_it(self) -> None:
        whole = self.whole("small", *self.small)
        process = self.start_ranks("out", "--enable-recovery")
        self.hit(process, 2, signal.SIGKILL)
        out, err = process.communicate(timeout=300)
        self.assertIn("Rank 2 has died before it had finished chain 3.", err)
        self.assertIn("4 chains, 100000 draws each", out)
        self.assertIn("`autumn resume out` goes on", err)
        self.assertLess(len(self.rows("out/chain_3.csv", after_a_kill=True)), 100_000)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "5"), 1, "not finished")
        self.assert_says(self.run_ranks(2, "resume", "out", "--quiet"), 0)
        self.assert_same("out", whole)

    def test_lose_nothing_where_it_does_not(self) -> None:
        whole = self.whole("small", *self.small)
        for ranks in (1, 3):
            process = self.start_ranks("out")
            self.hit(process, 0 if ranks == 1 else 1, signal.SIGKILL)
            process.communicate(timeout=300)
            self.assertNotEqual(process.returncode, 0)
            resumed = self.run_autumn("resume", "out", "--quiet") if ranks == 1 else self.run_ranks(ranks, "resume", "out", "--quiet")
            self.assert_says(resumed, 0)
            self.assert_same("out", whole)
            shutil.rmtree(self.path / "out")

    def test_of_all_by_a_signal_keep_draws(self) -> None:
        whole = self.whole("small", *self.small)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start_ranks("out")
            process.send_signal(number)
            process.communicate(timeout=300)
            self.assertNotEqual(process.returncode, 0)
            for chain in (1, 2, 3, 4):
                self.assertGreater(len(self.rows(f"out/chain_{chain}.csv")), 100)
            self.assert_says(self.run_ranks(2, "resume", "out", "--quiet"), 0)
            self.assert_same("out", whole)
            shutil.rmtree(self.path / "out")

    def test_by_a_signal_to_one_rank_cost_its_chains(self) -> None:
        process = self.start_ranks("out")
        self.hit(process, 3, signal.SIGTERM)
        out, err = process.communicate(timeout=300)
        self.assertIn(process.returncode, signalled(signal.SIGINT) | signalled(signal.SIGTERM), err)
        self.assertIn("4 chains, 100000 draws each", out)
        self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)


class Errors(Ranks):
    """They are said once, and leave everything as it was."""

    def assert_says_once(self, done: "subprocess.CompletedProcess[str]", *words: str) -> None:
        self.assert_says(done, 1, *words)
        self.assertEqual((done.stdout + done.stderr).count("error:"), 1, done.stderr)

    def test_of_the_command_line(self) -> None:
        done = self.run_ranks(3, "sample", "small.stan", "--drawz", "5")
        self.assert_says(done, 1, "--draws")
        self.assertEqual(done.stderr.count("--drawz"), 1, done.stderr)
        self.assert_says_once(self.run_ranks(3, *self.command("small")), "--output DIR")
        self.assert_says_once(self.run_ranks(3, *self.command("small", "--checkpoint", "none"), "--output", "out"), "checkpoint")
        self.assertFalse((self.path / "out").exists())

    def test_of_data(self) -> None:
        self.write("wrong.json", '{"N": 3, "x": [1, 2], "y": [0, 1, 1]}')
        words = ["sample", "small.stan", "--data", "wrong.json", "--output", "out"]
        self.assert_says_once(self.run_ranks(3, *words), "x")
        self.assertFalse((self.path / "out").exists())

    def test_of_initialization_keep_what_was_there(self) -> None:
        self.assert_says(self.run_autumn(*self.command("small", "--draws", "100"), "--output", "out", "--quiet"), 0)
        before = self.everything("out")
        done = self.run_ranks(3, "sample", "hopeless.stan", "--force", "--output", "out")
        self.assert_says_once(done, "Initialization")
        self.assertEqual(self.everything("out"), before)

    def test_of_a_second_run_in_the_directory(self) -> None:
        process = self.launch(3, *self.command("small", *self.small, "--output", "out"))
        self.wait_for_rows("out/chain_1.csv")
        words = self.command("small", "--output", "out", "--force")
        self.assert_says_once(self.run_ranks(2, *words), "process")
        self.assert_says(self.run_autumn(*words), 1, "process")
        self.assert_says(self.run_autumn("resume", "out"), 1, "process")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=300)

    def test_of_one_rank_are_named(self) -> None:
        one = [self.autumn, *self.command("small", "--output", "out")]
        done = subprocess.run(
            ["mpirun", "-n", "1", *one, ":", "-n", "1", *one, "--draws", "7"],
            cwd=self.path, text=True, capture_output=True, timeout=300, env=os.environ | ENVIRONMENT,
        )
        self.assert_says_once(done, "rank 1 could not begin", "command line")
        self.assertFalse((self.path / "out").exists())

    def test_of_one_rank_in_other_surroundings_are_named(self) -> None:
        """Another directory, other data under the same name, another computer: none begins."""
        (self.path / "elsewhere").mkdir()
        for name in ("small.stan", "small.json"):
            shutil.copy(self.path / name, self.path / "elsewhere" / name)
        data = json.loads((self.path / "small.json").read_text())
        data["y"][0] = 1 - data["y"][0]
        self.write("other.json", json.dumps(data))
        words = [self.autumn, *self.command("small", "--output", "out")]
        through = ["/dev/fd/9" if word == "small.json" else word for word in words]

        def reading(name: str) -> list[str]:
            return ["bash", "-c", f'exec "$0" "$@" 9< {name}', *through]

        for first, second, said in (
            (words, ["-wdir", str(self.path / "elsewhere"), *words], "it works in"),
            (reading("small.json"), reading("other.json"), "data"),
            (words, ["env", "AUTUMN_INSTRUCTION_SET=baseline", *words], "instruction"),
        ):
            with self.subTest(said):
                launch = ["mpirun", "-n", "1", *first, ":", "-n", "1", *second]
                done = subprocess.run(launch, cwd=self.path, text=True, capture_output=True, timeout=300, env=os.environ | ENVIRONMENT)
                self.assert_says_once(done, "rank 1 could not begin", said)
                self.assertFalse((self.path / "out").exists())

    def test_of_a_full_disk_keep_draws(self) -> None:
        whole = self.whole("small", *self.small)
        words = [self.autumn, *self.command("small", *self.small, "--refresh", "0", "--output", "out")]
        done = subprocess.run(
            ["mpirun", "-n", "3", "bash", "-c", 'trap "" XFSZ; ulimit -f 300; exec "$@"', "bash", *words],
            cwd=self.path, text=True, capture_output=True, timeout=300, env=os.environ | ENVIRONMENT,
        )
        self.assert_says_once(done, "cannot write", "`autumn resume out` goes on")
        self.assertGreater(len(self.rows("out/chain_1.csv")), 100)
        self.assert_says(self.run_ranks(2, "resume", "out", "--quiet"), 0)
        self.assert_same("out", whole)

    def test_of_time_that_is_up_keep_draws(self) -> None:
        plan = ["--draws", "1000000", "--jumps", "none", "--refresh", "0", "--limit-time", "2"]
        done = self.run_ranks(3, *self.command("small", *plan, "--output", "out"))
        self.assert_says_once(done, "seconds that this may take are over", "`autumn resume out` goes on")
        self.assertGreater(len(self.rows("out/chain_1.csv")), 100)

    def test_without_a_shim_say_what_is_missing(self) -> None:
        shutil.copy(self.autumn, self.path / "lonely")
        self.autumn = str(self.path / "lonely")
        self.assert_says_once(self.run_ranks(2, *self.command("small"), "--output", "out"), "libopenmpi-dev")
        self.assert_says(self.run_ranks(2, "check", "small.stan"), 0)


if __name__ == "__main__":
    beside = pathlib.Path(sys.argv[1]).resolve().parent / SHIM
    if shutil.which("mpirun") is None or not beside.exists():
        print("skipped: Open MPI is not here (Debian: libopenmpi-dev, openmpi-bin)")
        sys.exit(77)
    main()
