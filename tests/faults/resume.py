#!/usr/bin/env python3
"""A run goes on after any death, and nobody can tell from its draws. Usage: resume.py AUTUMN [TestCase ...]

`Kills` ends runs at random moments, 20 times; AUTUMN_KILLS says how often instead."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable

from results import limit_files
from support import Faults, main

# What differs between any two runs: when they were, how long they took, and where they wrote.
APART = re.compile(rb"^#( start_datetime =|   file = \S*chain_\d|  Elapsed Time:| +[\d.e-]+ seconds \()")

# Two groups of parameters: some are integrated out and drawn back, with generated quantities; the rest is sampled.
COLLAPSED = """data { int N; int J; array[N] int g; vector[N] y; }
parameters { real mu; real<lower=0> tau; real<lower=0> sigma; vector[J] theta; }
model { mu ~ normal(0, 5); tau ~ normal(0, 2); sigma ~ normal(0, 2); theta ~ normal(mu, tau); y ~ normal(theta[g], sigma); }
generated quantities { array[N] real again = normal_rng(theta[g], sigma); }"""
# Coordinates of the sampler's own.
CENTRED = """data { int J; array[J] int k; }
parameters { real mu; real<lower=0> tau; vector[J] theta; }
model { mu ~ normal(0, 2); tau ~ normal(0, 1); theta ~ normal(mu, tau); k ~ poisson_log(theta); }"""


class Resume(Faults):
    # Many draws of a program that is neither integrated out nor jumps.
    small = ["--draws", "100000", "--jumps", "none"]

    def setUp(self) -> None:
        super().setUp()
        draw = random.Random(2)
        self.write("collapsed.stan", COLLAPSED)
        groups = [1 + n % 8 for n in range(40)]
        self.write("collapsed.json", json.dumps({"N": 40, "J": 8, "g": groups, "y": [round(draw.gauss(g, 2), 4) for g in groups]}))
        self.write("centred.stan", CENTRED)
        self.write("centred.json", json.dumps({"J": 30, "k": [draw.randint(0, 6) for _ in range(30)]}))
        self.write("small.stan", (self.path / "slow.stan").read_text())
        rows = 2000
        self.write(
            "small.json",
            json.dumps({"N": rows, "x": [round(draw.gauss(0, 1), 6) for _ in range(rows)], "y": [draw.randint(0, 1) for _ in range(rows)]}),
        )

    def command(self, program: str, *words: str) -> list[str]:
        chains = [] if "--chains" in words else ["--chains", "2"]
        return ["sample", f"{program}.stan", "--data", f"{program}.json", "--seed", "1", *chains, *words]

    def whole(self, program: str, *words: str, output: str = "whole") -> list[list[bytes]]:
        """What a run that nothing disturbs writes."""
        self.assert_says(self.run_autumn(*self.command(program, *words), "--quiet", "--output", output), 0)
        return self.content(output)

    def content(self, output: str) -> list[list[bytes]]:
        """The lines of all chains, but for those that differ between any two runs."""
        files = sorted((self.path / output).glob("chain_*"))
        if any(file.suffix == ".bin" for file in files):
            self.assert_says(self.run_autumn("convert", *[str(file) for file in files], "--to", "csv", "--output", "converted", "--force"), 0)
            files = sorted((self.path / "converted").glob("chain_*"))
        return [[line for line in file.read_bytes().split(b"\n") if not APART.match(line)] for file in files]

    def assert_same(self, output: str, whole: list[list[bytes]]) -> None:
        now = self.content(output)
        self.assertEqual([len(lines) for lines in now], [len(lines) for lines in whole])
        for lines, expected in zip(now, whole):
            for number, (line, right) in enumerate(zip(lines, expected)):
                self.assertEqual(line, right, f"line {number}")
        left = [path.name for path in (self.path / output).iterdir() if path.suffix not in (".csv", ".bin")]
        self.assertEqual(left, [".checkpoint"])

    def kill_in_sampling(self, output: str, *words: str) -> None:
        """A run like `small` above that is killed after checkpoints of its sampling."""
        command = self.command("small", *self.small, "--quiet", "--checkpoint", "0.02", "--output", output, *words)
        checkpoints = [self.path / output / f".checkpoint/chain_{chain}.previous" for chain in (1, 2)]

        def is_time() -> bool:
            return self.has_rows(f"{output}/chain_1.csv", 5000) and all(file.exists() for file in checkpoints)

        self.strike(signal.SIGKILL, lambda: self.start(*command), is_time, lambda: shutil.rmtree(self.path / output))
        self.have_last_checkpoints(output)

    def strike_in_warmup(self, number: signal.Signals, *words: str, undo: Callable[[], None]) -> None:
        """A run that ends in warm-up, after a checkpoint."""
        warmup = ["--warmup", "40000", "--draws", "50", "--jumps", "none", "--checkpoint", "0.02", "--refresh", "0", "--output", "out"]
        command = self.command("small", *warmup, *words)
        self.strike(number, lambda: self.start(*command), (self.path / "out/.checkpoint.part/chain_1").exists, undo)

    def have_last_checkpoints(self, output: str) -> None:
        """Whatever the moment of a death was, where there is a checkpoint before the last there is a last one."""
        for folder in (self.path / output).glob(".checkpoint*"):
            for previous in folder.glob("chain_*.previous"):
                self.assertTrue(previous.with_suffix("").exists(), previous)


class Kills(Resume):
    kinds = [
        ["small", "--draws", "20000", "--jumps", "none"],
        ["small", "--draws", "20000", "--format", "binary"],
        ["small", "--draws", "6000", "--jumps", "none", "--warmup", "4000", "--save-warmup", "--thin", "3", "--metric", "dense_e"],
        ["small", "--draws", "6000", "--jumps", "none", "--warmup", "auto:4000", "--thin", "auto", "--threads", "1"],
        ["small", "--draws", "6000", "--warmup", "2000", "--algorithm", "static", "--metric", "diag_e"],
        ["collapsed", "--draws", "3000", "--warmup", "3000", "--chains", "3"],
        ["centred", "--draws", "4000", "--warmup", "3000", "--centring", "learnt", "--thin", "2"],
    ]

    def test_at_random_moments(self) -> None:
        kills = int(os.environ.get("AUTUMN_KILLS", "20"))
        draw = random.Random(int(os.environ.get("AUTUMN_KILLS_SEED", "1")))
        done = 0
        while done < kills:
            kind = self.kinds[done % len(self.kinds)]
            start = time.monotonic()
            whole = self.whole(*kind)
            seconds = time.monotonic() - start
            for _ in range(max(1, kills // len(self.kinds))):
                done += self.kill_and_resume(kind, seconds, draw)
                self.assert_same("out", whole)
                shutil.rmtree(self.path / "out")
            shutil.rmtree(self.path / "whole")

    def kill_and_resume(self, kind: list[str], seconds: float, draw: random.Random) -> int:
        """Kills a run again and again until it is finished; how often it was."""
        kills = 0
        first = [*self.command(*kind), "--quiet", "--checkpoint", "0.02", "--output", "out"]
        words = first
        while True:
            process = self.start(*words)
            try:
                said = process.communicate(timeout=draw.uniform(0, 1.2 * seconds) if kills < 3 else None)
                self.assertEqual(process.returncode, 0, said)
                if kills > 0:
                    return kills
                shutil.rmtree(self.path / "out")  # it was faster
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                self.have_last_checkpoints("out")
                kills += 1
            has_begun = any((self.path / "out" / name / "run.json").exists() for name in (".checkpoint", ".checkpoint.part"))
            words = ["resume", "out", "--quiet"] if has_begun else [*first, "--force"]


class Endings(Resume):
    """However a run ends, it goes on."""

    def test_kills_in_sampling_lose_nothing(self) -> None:
        whole = self.whole("small", *self.small)
        self.kill_in_sampling("out")
        done = self.run_autumn("resume", "out")
        self.assert_says(done, 0, "Going on with the run in `out`")
        self.assertGreater(int(re.findall(r"(\d+) iterations", done.stderr)[0]), 2000)
        self.assert_same("out", whole)

    def test_signals(self) -> None:
        whole = self.whole("small", *self.small)
        for number in (signal.SIGINT, signal.SIGTERM):
            output = f"out_{number.name}"
            command = self.command("small", *self.small, "--refresh", "0", "--output", output)
            said = self.strike(
                number,
                lambda: self.start(*command),
                lambda: self.has_rows(f"{output}/chain_1.csv", 1000),
                lambda: shutil.rmtree(self.path / output),
            )
            self.assertIn(f"`autumn resume {output}` goes on", said)
            self.assertGreater(len(self.rows(f"{output}/chain_1.csv")), 100)
            self.assert_says(self.run_autumn("extend", output, "--draws", "5"), 1, "not finished", "autumn resume")
            self.assert_says(self.run_autumn("resume", output, "--quiet"), 0)
            self.assert_same(output, whole)

    def test_in_warmup(self) -> None:
        whole = self.whole("small", "--warmup", "40000", "--draws", "50", "--jumps", "none")
        for number in (signal.SIGINT, signal.SIGKILL):
            self.strike_in_warmup(number, undo=lambda: shutil.rmtree(self.path / "out"))
            self.assertFalse((self.path / "out/chain_1.csv").exists())
            self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)
            self.assert_same("out", whole)
            shutil.rmtree(self.path / "out")

    def test_a_full_disk(self) -> None:
        whole = self.whole("small", *self.small)
        done = self.run_autumn(*self.command("small", *self.small, "--refresh", "0", "--output", "out"), preexec_fn=limit_files)
        self.assert_says(done, 1, "cannot write", "`autumn resume out` goes on")
        self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)
        self.assert_same("out", whole)

    def test_a_full_disk_in_warmup(self) -> None:
        """There is room for the record of the run, but for no checkpoint."""
        words = ["--warmup", "40000", "--draws", "50", "--jumps", "none"]
        whole = self.whole("small", *words)
        command = self.command("small", *words, "--checkpoint", "0.02", "--refresh", "0", "--output", "out")
        done = self.run_autumn(*command, preexec_fn=lambda: limit_files(2000))
        self.assert_says(done, 1, "cannot write", "File too large", "`autumn resume out` goes on")
        self.assertEqual(self.files("out"), {})
        self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)
        self.assert_same("out", whole)

    def test_time_that_is_up(self) -> None:
        # A fifth of what a run takes here and now.
        start = time.monotonic()
        whole = self.whole("small", *self.small)
        limit = str(0.2 + 0.2 * (time.monotonic() - start))
        done = self.run_autumn(*self.command("small", *self.small, "--quiet", "--limit-time", limit, "--output", "out"))
        ends = 1
        while done.returncode != 0:
            self.assert_says(done, 1, "--limit-time")
            done = self.run_autumn("resume", "out", "--quiet")
            ends += 1
            self.assertLess(ends, 200)
        self.assertGreater(ends, 1)
        self.assert_same("out", whole)

    def test_over_old_results(self) -> None:
        """A run that is killed before it has draws goes on beside what was there, and replaces it then."""
        self.assert_says(self.sample("quick", "--output", "before", "--draws", "50", "--seed", "1"), 0)
        shutil.copytree(self.path / "before", self.path / "out")
        old = self.everything("out")

        def undo() -> None:
            shutil.rmtree(self.path / "out")
            shutil.copytree(self.path / "before", self.path / "out")

        self.strike_in_warmup(signal.SIGKILL, "--force", undo=undo)
        now = self.everything("out")
        self.assertEqual({name: now.get(name) for name in old}, old)
        self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)
        self.assert_same("out", self.whole("small", "--warmup", "40000", "--draws", "50", "--jumps", "none"))


class Extension(Resume):
    def test_is_as_if_more_had_been_asked_for(self) -> None:
        for kind in (["small", "--jumps", "none"], ["small", "--format", "binary"], ["collapsed"], ["small", "--thin", "auto", "--warmup", "auto"]):
            whole = self.whole(*kind, "--draws", "1700")
            self.whole(*kind, "--draws", "1000", output="out")
            self.assert_says(self.run_autumn("extend", "out", "--draws", "500"), 0, "Going on")
            self.assert_says(self.run_autumn("extend", "out", "--draws", "200", "--quiet"), 0)
            self.assert_same("out", whole)
            self.assert_says(self.run_autumn("resume", "out"), 0, "finished", "1700 draws")
            shutil.rmtree(self.path / "out")
            shutil.rmtree(self.path / "whole")

    def test_goes_on_after_a_kill(self) -> None:
        whole = self.whole("small", "--jumps", "none", "--draws", "40000")
        self.whole("small", "--jumps", "none", "--draws", "100", "--checkpoint", "0.02", output="before")
        shutil.copytree(self.path / "before", self.path / "out")

        def undo() -> None:
            shutil.rmtree(self.path / "out")
            shutil.copytree(self.path / "before", self.path / "out")

        extend = ["extend", "out", "--draws", "39900", "--quiet"]
        self.strike(signal.SIGKILL, lambda: self.start(*extend), lambda: self.has_rows("out/chain_1.csv", 5000), undo)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "1"), 1, "not finished")
        self.assert_says(self.run_autumn("resume", "out", "--quiet"), 0)
        self.assert_same("out", whole)


    def finished(self, *words: str) -> dict[str, bytes]:
        """A small run that is finished, as it lies there."""
        self.assert_says(self.run_autumn(*self.command("small", "--jumps", "none", "--draws", "100", *words), "--refresh", "0", "--output", "out"), 0)
        return self.everything("out")

    def test_that_fails_leaves_the_run_as_it_was(self) -> None:
        before = self.finished()
        self.assert_says(self.run_autumn("extend", "out", "--draws", "2000000000", "--quiet"), 1, "memory")
        self.assertEqual(self.everything("out"), before)
        # The draws are read when the files are open and the record has changed.
        (self.path / "out/chain_2.csv.part").mkdir()
        self.assertEqual(self.run_autumn("extend", "out", "--draws", "90000", "--quiet").returncode, 1)
        (self.path / "out/chain_2.csv.part").rmdir()
        self.assertEqual(self.everything("out"), before)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "5", "--quiet"), 0)
        self.assertEqual(len(self.rows("out/chain_2.csv")), 105)

    def test_goes_on_or_is_undone_where_the_disk_is_full(self) -> None:
        for kind in (["--format", "csv"], ["--format", "binary"]):
            before = self.finished(*kind)
            done = self.run_autumn("extend", "out", "--draws", "90000", preexec_fn=limit_files)
            self.assert_says(done, 1, "cannot write", "`autumn resume out` goes on", "`autumn extend out --undo`")
            shutil.copytree(self.path / "out", self.path / "on")
            self.assert_says(self.run_autumn("extend", "out", "--undo"), 0, "2 chains of 100 draws")
            self.assertEqual(self.everything("out"), before)
            self.assert_says(self.run_autumn("extend", "out", "--undo"), 1, "nothing to be undone")
            self.assert_says(self.run_autumn("extend", "out", "--draws", "900", "--quiet"), 0)
            self.assert_says(self.run_autumn("summary", "out", "--limit", "2"), 0, "b[1]")
            shutil.rmtree(self.path / "out")
            self.assert_says(self.run_autumn("resume", "on", "--quiet"), 0)
            shutil.rmtree(self.path / "on")

    def test_is_refused_where_draws_were_changed(self) -> None:
        for kind in ("csv", "binary"):
            self.finished("--format", kind)
            file = next((self.path / "out").glob("chain_1.*"))
            content = file.read_bytes()
            # The last draw: digits that are others, and as many.
            place = content.rindex(b"\n# \n#  Elapsed") - 3 if kind == "csv" else len(content) - 100
            changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
            file.write_bytes(changed)
            before = self.everything("out")
            self.assert_says(self.run_autumn("extend", "out", "--draws", "5"), 1, file.name, "other draws than were written")
            self.assertEqual(self.everything("out"), before)
            file.write_bytes(content)
            self.assert_says(self.run_autumn("extend", "out", "--draws", "5", "--quiet"), 0)
            shutil.rmtree(self.path / "out")


class Messages(Resume):
    def test_where_there_is_no_run(self) -> None:
        self.assert_says(self.run_autumn("resume", "missing"), 1, "no directory `missing`", "--output")
        (self.path / "empty").mkdir()
        self.assert_says(self.run_autumn("resume", "empty"), 1, "no run in `empty`", ".checkpoint")
        self.assert_says(self.sample("quick", "--output", "out", "--draws", "50", "--checkpoint", "none"), 0)
        self.assertFalse((self.path / "out/.checkpoint").exists())
        self.assert_says(self.run_autumn("extend", "out", "--draws", "5"), 1, "no run in `out`")
        self.assert_says(self.sample("quick", "--output", "out", "--checkpoint", "-1"), 1, "--checkpoint", "seconds", "`-1`")
        self.assert_says(self.sample("quick", "--output", "out", "--checkpoint", "often"), 1, "--checkpoint", "`often`")

    def test_of_a_finished_run(self) -> None:
        self.assert_says(self.sample("quick", "--output", "out", "--draws", "50", "--seed", "1"), 0)
        before = self.everything("out")
        self.assert_says(self.run_autumn("resume", "out"), 0, "finished", "4 chains of 50 draws", "autumn extend out")
        self.assertEqual(self.everything("out"), before)

    def test_of_a_run_that_goes_on(self) -> None:
        process = self.start_slow("out")
        self.wait_for_rows("out/chain_1.csv")
        self.assert_says(self.run_autumn("resume", "out"), 1, "written by another run", f"process {process.pid}")

    def test_of_a_record_that_is_damaged(self) -> None:
        self.kill_in_sampling("out")
        record = self.path / "out/.checkpoint/run.json"
        text = record.read_text()
        for damaged in (text[:100], "", "[]", text.replace('"seed"', '"sed"'), text.replace("small.stan", "large.stan")):
            record.write_text(damaged)
            self.assertEqual(self.run_autumn("resume", "out").returncode, 1)
            self.assert_says(self.run_autumn("resume", "out"), 1, "error: ")

    def test_of_damaged_checkpoints(self) -> None:
        whole = self.whole("small", *self.small)
        self.kill_in_sampling("out")
        last = self.path / "out/.checkpoint/chain_1"
        good = last.read_bytes()
        last.write_bytes(good[: len(good) // 2])
        shutil.copytree(self.path / "out", self.path / "both")
        self.assert_says(self.run_autumn("resume", "out"), 0, "chain_1", "is damaged", "from the one before")
        self.assert_same("out", whole)
        flipped = bytearray(good)
        flipped[200] ^= 1
        (self.path / "both/.checkpoint/chain_1").write_bytes(flipped)
        (self.path / "both/.checkpoint/chain_1.previous").write_bytes(b"")
        self.assert_says(self.run_autumn("resume", "both"), 1, "is damaged", "remove chain_1*", "begins anew")
        for file in (self.path / "both/.checkpoint").glob("chain_1*"):
            file.unlink()
        self.assert_says(self.run_autumn("resume", "both", "--quiet"), 0)
        self.assert_same("both", whole)

    def test_of_a_checkpoint_of_another_run(self) -> None:
        self.kill_in_sampling("out")
        self.kill_in_sampling("other", "--adapt-delta", "0.9")
        for name in ("chain_1", "chain_1.previous"):
            shutil.copy(self.path / "other/.checkpoint" / name, self.path / "out/.checkpoint" / name)
        self.assert_says(self.run_autumn("resume", "out"), 1, "not of this run")

    def test_of_initial_values_that_have_changed(self) -> None:
        self.write("start.json", '{"b": [0.5, 0, 0]}')
        self.kill_in_sampling("out", "--init", "start.json")
        self.write("start.json", '{"b": [0.25, 0, 0]}')
        self.assert_says(self.run_autumn("resume", "out"), 1, "`start.json` has changed")

    def test_of_files_that_have_changed(self) -> None:
        self.kill_in_sampling("out")
        before = self.everything("out")
        for name in ("small.stan", "small.json"):
            content = (self.path / name).read_text()
            self.write(name, content + " ")
            self.assert_says(self.run_autumn("resume", "out"), 1, f"`{name}` has changed")
            (self.path / name).unlink()
            self.assert_says(self.run_autumn("resume", "out"), 1, f"`{name}` is not there")
            self.write(name, content)
        draws = self.path / "out/chain_2.csv"
        content = draws.read_bytes()
        draws.write_bytes(content[: len(content) // 2])
        self.assert_says(self.run_autumn("resume", "out"), 1, "chain_2.csv", "shorter", "--force")
        draws.unlink()
        self.assert_says(self.run_autumn("resume", "out"), 1, "chain_2.csv", "No such file")
        draws.write_bytes(content)
        record = self.path / "out/.checkpoint/run.json"
        as_it_was = record.read_text()
        record.write_text(re.sub('"autumn": "[^"]*"', '"autumn": "0.0.1"', as_it_was))
        self.assert_says(self.run_autumn("resume", "out"), 1, "begun by Autumn 0.0.1")
        record.write_text(re.sub('"instruction_set": "[^"]*"', '"instruction_set": "AVX-9000"', as_it_was))
        self.assert_says(self.run_autumn("resume", "out"), 1, "AVX-9000")
        record.write_text(as_it_was)
        self.assertEqual({name: now for name, now in self.everything("out").items() if "chain_1" in name or "json" in name},
                         {name: then for name, then in before.items() if "chain_1" in name or "json" in name})

    def test_of_data_that_came_through_a_pipe(self) -> None:
        with open(self.path / "quick.json") as data:
            words = ["sample", "quick.stan", "--data", "/dev/stdin", "--output", "out", "--draws", "50", "--quiet"]
            self.assert_says(self.run_autumn_with(data.read(), *words), 0)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "50", stdin=subprocess.DEVNULL), 1, "/dev/stdin", "not there")

    def run_autumn_with(self, text: str, *words: str) -> "subprocess.CompletedProcess[str]":
        """With this at its standard input."""
        from support import AUTUMN

        return subprocess.run([AUTUMN, *words], cwd=self.path, input=text, text=True, capture_output=True, timeout=300)


class Places(Resume):
    def test_a_directory_may_be_moved(self) -> None:
        whole = self.whole("small", *self.small)
        self.kill_in_sampling("out")
        (self.path / "elsewhere").mkdir()
        shutil.move(self.path / "out", self.path / "elsewhere/moved")
        self.assert_says(self.run_autumn("resume", "elsewhere/moved", "--quiet"), 0)
        self.assertFalse((self.path / "out").exists())
        self.assert_same("elsewhere/moved", whole)

    def test_a_run_goes_on_from_anywhere_with_any_threads(self) -> None:
        whole = self.whole("small", *self.small)
        self.kill_in_sampling("out", "--threads", "1")
        from support import AUTUMN

        done = subprocess.run([AUTUMN, "resume", str(self.path / "out"), "--quiet", "--threads", "4"], cwd="/", text=True, capture_output=True, timeout=300)
        self.assert_says(done, 0)
        self.assert_same("out", whole)

    def test_an_instruction_set_is_kept(self) -> None:
        narrow = {**os.environ, "AUTUMN_INSTRUCTION_SET": "baseline"}
        self.assert_says(self.run_autumn(*self.command("collapsed", "--draws", "3000", "--quiet", "--output", "whole"), env=narrow), 0)
        self.assert_says(self.run_autumn(*self.command("collapsed", "--draws", "1000", "--quiet", "--output", "out"), env=narrow), 0)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "2000", "--quiet"), 0)
        self.assert_same("out", self.content("whole"))


if __name__ == "__main__":
    main()
