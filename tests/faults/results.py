#!/usr/bin/env python3
"""Results are never lost: full disks, signals, failed runs, two runs at once. Usage: results.py AUTUMN"""
import os
import resource
import signal
import subprocess
import time

from support import Faults, main, signalled


def limit_files(size: int = 100_000) -> None:
    """Files of this process may have so many bytes: writing beyond fails, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


class OldResults(Faults):
    """What an earlier run has left survives a run that fails."""

    def setUp(self) -> None:
        super().setUp()
        self.assert_says(self.sample("quick", "--output", "out", "--draws", "50", "--seed", "1"), 0)
        self.old = self.everything("out")

    def test_refuses_without_force(self) -> None:
        self.assert_says(self.sample("quick", "--output", "out"), 1, "exists already", "--force")
        self.assertEqual(self.everything("out"), self.old)

    def test_survive_a_failed_initialization(self) -> None:
        self.assert_says(self.sample("hopeless", "--output", "out", "--force"), 1, "Initialization")
        self.assertEqual(self.everything("out"), self.old)

    def test_survive_wrong_data(self) -> None:
        self.write("quick.json", '{"N": 5, "y": [1, 2]}')
        self.assert_says(self.sample("quick", "--output", "out", "--force"), 1, "y")
        self.assertEqual(self.everything("out"), self.old)

    def test_survive_an_interrupt_of_warmup(self) -> None:
        process = self.start_slow("out", "--force", "--warmup", "1000000")
        self.wait_until(lambda: (self.path / "out" / "chain_1.csv.part").exists())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertIn(process.returncode, signalled(signal.SIGINT))
        self.assertEqual(self.everything("out"), self.old)

    def test_stand_beside_a_run_that_was_killed(self) -> None:
        process = self.start_slow("out", "--force")
        self.wait_for_rows("out/chain_1.csv.replaced", 0)
        self.wait_for_rows("out/chain_1.csv")
        process.kill()
        process.wait()
        now = self.everything("out")
        for name, content in self.old.items():
            aside = name.replace(".checkpoint/", ".checkpoint.replaced/") if "/" in name else name + ".replaced"
            self.assertEqual(now[aside], content)
        self.assertGreater(len(now["chain_1.csv"]), 0)
        # Another run that is not completed leaves what was put aside as it is.
        killed = (self.path / "out/chain_1.csv").stat().st_ino
        again = self.start_slow("out", "--force")
        self.wait_until(lambda: (self.path / "out/chain_1.csv").exists() and (self.path / "out/chain_1.csv").stat().st_ino != killed)
        again.send_signal(signal.SIGTERM)
        said = again.communicate(timeout=60)
        self.assertIn("chain_1.csv.replaced", said[1])
        self.assertEqual(self.files("out")["chain_1.csv.replaced"], self.old["chain_1.csv"])
        # One that is completed takes its place.
        self.assert_says(self.sample("quick", "--output", "out", "--force", "--chains", "2"), 0)
        self.assertEqual(sorted(self.files("out")), ["chain_1.csv", "chain_2.csv"])
        self.assertEqual(os.listdir(self.path / "out/.checkpoint").count("run.json"), 1)
        self.assertEqual(len(os.listdir(self.path / "out")), 3)

    def test_are_replaced_as_a_whole(self) -> None:
        self.assert_says(self.sample("quick", "--output", "out", "--force", "--chains", "2", "--format", "binary"), 0)
        self.assertEqual(sorted(self.files("out")), ["chain_1.bin", "chain_2.bin"])

    def test_survive_a_method_that_fails(self) -> None:
        self.write("mode.csv", "kept")
        self.assert_says(self.run_autumn("optimize", "hopeless.stan", "--output", "mode.csv", "--force"), 1)
        self.assertEqual((self.path / "mode.csv").read_text(), "kept")


class Endings(Faults):
    """Whatever ends a run, its draws are there, up to a whole line."""

    def test_a_full_disk_keeps_draws(self) -> None:
        done = self.sample("quick", "--output", "out", "--draws", "5000", "--seed", "1", "--threads", "1", preexec_fn=limit_files)
        self.assert_says(done, 1, "cannot write", "File too large")
        self.assertGreater(len(self.rows("out/chain_1.csv")), 300)
        done = self.run_autumn("summary", "out")
        self.assert_says(done, 0, "of 5,000 draws: unfinished", "mu ")

    def test_a_limit_of_the_size_of_files_is_told(self) -> None:
        def limit() -> None:  # which sends a signal that ends those who do not expect it
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        words = ["--draws", "5000", "--seed", "1", "--threads", "1"]
        self.assert_says(self.sample("quick", "--output", "out", *words, preexec_fn=limit), 1, "cannot write", "File too large")
        self.assertGreater(len(self.rows("out/chain_1.csv")), 20)
        self.assert_says(self.run_autumn("compile", "quick.stan", preexec_fn=limit), 1, "cannot write", "File too large")
        self.assertFalse(any("quick." in name and name.endswith((".part", ".exe")) for name in os.listdir(self.path)))

    def test_a_device_that_is_always_full(self) -> None:
        self.assert_says(self.run_autumn("optimize", "quick.stan", "--data", "quick.json", "--output", "/dev/full", "--force"), 1, "No space left")

    def test_signals_keep_draws(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            output = f"out_{number.name}"
            process = self.start_slow(output)
            self.wait_for_rows(f"{output}/chain_1.csv")
            process.send_signal(number)
            process.communicate(timeout=60)
            self.assertIn(process.returncode, signalled(number))
            text = (self.path / output / "chain_1.csv").read_text()
            self.assertIn("Elapsed Time", text)
            self.assertGreater(len(self.rows(f"{output}/chain_1.csv")), 20)
            self.assertEqual([name for name in self.files(output) if not name.endswith(".csv")], [])

    def test_signals_end_a_transition(self) -> None:
        """One that would take days; what was cut short is no draw."""
        still = ["--algorithm", "static", "--step-size", "1e-7", "--warmup", "0", "--jumps", "none", "--chains", "1", "--refresh", "0"]
        for number in (signal.SIGINT, signal.SIGTERM):
            output = f"out_{number.name}"
            process = self.start("sample", "slow.stan", "--data", "slow.json", "--seed", "1", *still, "--output", output)
            self.wait_until(lambda: (self.path / output / "chain_1.csv.part").exists())
            time.sleep(1)  # the transition has begun
            process.send_signal(number)
            process.communicate(timeout=20)
            self.assertIn(process.returncode, signalled(number))
            self.assertFalse((self.path / output / "chain_1.csv").exists())

    def test_signals_that_are_ignored_stay_so(self) -> None:
        def ignore() -> None:  # as `nohup` does, and shells for what runs in the background
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)

        process = self.start_slow("out", "--chains", "1", preexec_fn=ignore)
        self.wait_for_rows("out/chain_1.csv")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process.send_signal(number)
        size = (self.path / "out/chain_1.csv").stat().st_size
        self.wait_until(lambda: (self.path / "out/chain_1.csv").stat().st_size > 2 * size)
        self.assertIsNone(process.poll())

    def test_a_kill_loses_at_most_a_second(self) -> None:
        process = self.start_slow("out", "--chains", "1")
        self.wait_for_rows("out/chain_1.csv", 2000)
        # A second, and what a loaded machine adds: what is drawn gets to the file while the run goes on.
        for _ in range(2):
            size = (self.path / "out/chain_1.csv").stat().st_size
            self.wait_until(lambda: (self.path / "out/chain_1.csv").stat().st_size > size, 10)
        process.kill()
        process.wait()
        self.assertGreater(len(self.rows("out/chain_1.csv", after_a_kill=True)), 1000)
        self.assert_says(self.run_autumn("summary", "out/chain_1.csv"), 0, "of 100,000 draws: unfinished")

    def test_an_interrupted_warmup_shows_no_table(self) -> None:
        process = self.start("sample", "slow.stan", "--data", "slow.json", "--warmup", "1000000", "--jumps", "none", "--refresh", "1")
        self.wait_until(lambda: process.stderr is not None and "Iteration" in process.stderr.readline())
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=60)[0]
        self.assertIn(process.returncode, signalled(signal.SIGINT))
        self.assertNotIn("nan", said.lower())
        self.assertIn("no draws", said)

    def test_limited_time_keeps_draws(self) -> None:
        words = ["--warmup", "100", "--draws", "1000000", "--jumps", "none", "--output", "out", "--force"]
        for seconds in (2, 8, 32):  # on a machine that does other things it may end before there are draws
            self.assert_says(self.sample("slow", *words, "--limit-time", str(seconds)), 1, "--limit-time")
            if (self.path / "out/chain_1.csv").exists() and len(self.rows("out/chain_1.csv")) > 20:
                return
        self.fail("there are no draws")


class TwoRuns(Faults):
    def test_in_one_directory_are_one_too_many(self) -> None:
        first = self.start_slow("out")
        self.wait_until(lambda: (self.path / "out").is_dir() and bool(self.files("out")))
        second = self.sample("quick", "--output", "out", "--force")
        self.assert_says(second, 1, "written by another run", f"process {first.pid}")
        self.wait_for_rows("out/chain_1.csv")
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=60)
        self.rows("out/chain_1.csv")
        self.assert_says(self.sample("quick", "--output", "out", "--force"), 0)

    def test_into_one_named_file_are_one_too_many(self) -> None:
        self.assert_says(self.run_autumn("compile", "slow.stan", "--output", "slow"), 0)
        command = ["./slow", "sample", "num_samples=100000", "data", "file=slow.json", "output", "file=draws.csv"]
        quiet = {"cwd": self.path, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        first = subprocess.Popen(command, **quiet)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        self.wait_for_rows("draws.csv")
        second = subprocess.run(command, cwd=self.path, text=True, capture_output=True, timeout=300)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn(f"process {first.pid}", second.stdout + second.stderr)


class Streams(Faults):
    def test_full_output_is_an_error(self) -> None:
        with open("/dev/full", "w") as full:
            done = subprocess.run([*self.summary(), "out"], cwd=self.path, stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)

    def test_closed_output_is_an_error_and_gets_into_no_file(self) -> None:
        command = self.summary()
        done = subprocess.run(command + ["out"], cwd=self.path, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1))
        self.assertEqual(done.returncode, 1)
        self.assertIn("standard output", done.stderr)
        sample = [command[0], "sample", "quick.stan", "--data", "quick.json", "--output", "closed", "--draws", "50", "--refresh", "0"]
        subprocess.run(sample, cwd=self.path, stderr=subprocess.DEVNULL, preexec_fn=lambda: (os.close(0), os.close(1)))
        for name in self.files("closed"):
            self.rows(f"closed/{name}")

    def summary(self) -> list[str]:
        self.assert_says(self.sample("quick", "--output", "out", "--draws", "50"), 0)
        from support import AUTUMN

        return [AUTUMN, "summary"]

    def test_a_summary_that_cannot_be_written_is_found_first(self) -> None:
        done = self.sample("slow", "--draws", "1000000", "--summary", "missing/summary.json", seconds=60)
        self.assert_says(done, 1, "missing/summary.json")


if __name__ == "__main__":
    main()
