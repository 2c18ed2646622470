#!/usr/bin/env python3
"""What outputs may replace, and what may stand where files of runs are: every command, by one rule. Usage: files.py AUTUMN"""
import os
import subprocess

import support
from support import Faults, main

QUIET = ["--quiet"]


class Inputs(Faults):
    """What a command reads is not replaced by what it writes, also with --force."""

    def refuse(self, kept: str, *words: str) -> None:
        before = (self.path / kept).read_bytes()
        self.assert_says(self.run_autumn(*words), 1, "error: ")
        self.assertEqual((self.path / kept).read_bytes(), before, " ".join(words))

    def test_of_methods(self) -> None:
        model = ["quick.stan", "--data", "quick.json"]
        self.write("start.json", '{"mu": 0, "s": 1}')
        (self.path / "link.csv").symlink_to("quick.json")
        for method in ("optimize", "laplace", "pathfinder", "variational"):
            for kept, output in (("quick.stan", "quick.stan"), ("quick.json", "./quick.json"), ("start.json", "start.json"), ("quick.json", "link.csv")):
                self.refuse(kept, method, *model, "--init", "start.json", "--output", output, "--force", *QUIET)
        self.assert_says(self.run_autumn("optimize", *model, "--seed", "1", "--output", "mode.csv", *QUIET), 0)
        self.refuse("mode.csv", "laplace", *model, "--mode", "mode.csv", "--output", "mode.csv", "--force", *QUIET)
        # A program that others may include.
        self.refuse("slow.stan", "optimize", *model, "--output", "slow.stan", "--force", *QUIET)

    def test_of_runs(self) -> None:
        words = ["--draws", "20", *QUIET]
        for kept in ("quick.stan", "quick.json"):
            self.refuse(kept, "sample", "quick.stan", "--data", "quick.json", "--summary", kept, "--force", *words)
        self.assert_says(self.sample("quick", "--output", "out", *words), 0)
        for inside in ("chain_1.csv", "chain_2.csv.replaced", ".checkpoint/run.json", "chain_9.bin"):
            self.assert_says(self.sample("quick", "--output", "out", "--force", "--summary", f"out/{inside}", *words), 1, "the run writes")
        (self.path / "out/chain_7.csv").write_text((self.path / "quick.json").read_text())
        self.refuse("out/chain_7.csv", "sample", "quick.stan", "--data", "out/chain_7.csv", "--output", "out", "--force", *words)

    def test_of_a_summary_that_is_there(self) -> None:
        self.write("old.json", "kept")
        self.refuse("old.json", "sample", "quick.stan", "--data", "quick.json", "--summary", "old.json", *QUIET)
        self.assert_says(self.sample("quick", "--summary", "old.json", "--force"), 0)
        self.assertIn("mu", (self.path / "old.json").read_text())
        # A run that goes on writes its own summary again.
        self.assert_says(self.sample("quick", "--summary", "new.json", "--output", "out", "--draws", "20"), 0)
        self.assert_says(self.run_autumn("extend", "out", "--draws", "20", *QUIET), 0)

    def test_of_other_commands(self) -> None:
        self.write("gq.stan", support.QUICK + " generated quantities { real twice = 2 * mu; }")
        self.assert_says(self.sample("quick", "--output", "s", "--draws", "20"), 0)
        (self.path / "g").mkdir()
        (self.path / "s/chain_1.csv").rename(self.path / "g/generated_1.csv")
        self.refuse("g/generated_1.csv", "generate", "gq.stan", "--data", "quick.json", "--draws", "g/generated_1.csv", "--output", "g", "--force")
        (self.path / "sd").mkdir()
        (self.path / "sd/data.json").write_text((self.path / "quick.json").read_text())
        self.refuse("sd/data.json", "simulate", "quick.stan", "--data", "sd/data.json", "--output", "sd", "--force")
        self.refuse("quick.json", "convert", "quick.json", "--to", "data", "--output", "quick.json", "--force")
        self.refuse("quick.stan", "check", "quick.stan", "--update", "--output", "quick.stan")

    def test_of_cmdstan(self) -> None:
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "m"), 0)
        self.write("start.json", '{"mu": 0, "s": 1}')
        for kept, words in (
            ("quick.json", ["output", "file=quick.json"]),
            ("quick.json", ["output", "diagnostic_file=quick.json"]),
            ("start.json", ["init=start.json", "output", "file=./start.json"]),
            ("quick.json", ["output", "profile_file=quick.json"]),
            ("quick.stan", ["output", "file=quick.stan"]),
        ):
            before = (self.path / kept).read_bytes()
            done = self.run_program("m", "sample", "num_samples=10", "data", "file=quick.json", *words)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertEqual((self.path / kept).read_bytes(), before)
        # Outputs are replaced, as by CmdStan.
        for _ in range(2):
            self.assertEqual(self.run_program("m", "sample", "num_samples=10", "data", "file=quick.json", "output", "file=o.csv").returncode, 0)


class Executables(Faults):
    def test_replace_nothing_but_executables(self) -> None:
        self.write("quick", "#!/bin/sh\necho mine\n")
        self.assert_says(self.run_autumn("compile", "quick.stan"), 1, "`quick` exists already", "--force")
        self.assertIn("mine", (self.path / "quick").read_text())
        self.assert_says(self.run_autumn("compile", "quick.stan", "--force"), 0)
        self.assert_says(self.run_autumn("compile", "quick.stan"), 0)  # what `compile` has made
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "quick.stan", "--force"), 1, "quick.stan")
        self.assertEqual((self.path / "quick.stan").read_text(), support.QUICK)
        (self.path / "folder").mkdir()
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "folder"), 1, "Is a directory")

    def test_that_are_cut_short_say_so(self) -> None:
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "m"), 0)
        content = (self.path / "m").read_bytes()
        for cut in (1, 16, 60):
            (self.path / "cut").write_bytes(content[:-cut])
            os.chmod(self.path / "cut", 0o755)
            done = subprocess.run(["./cut", "--version"], cwd=self.path, text=True, capture_output=True, timeout=20)
            self.assertEqual(done.returncode, 1)
            self.assertIn("cut short", done.stderr)

    def test_in_a_directory_of_somebody_else(self) -> None:
        (self.path / "mine").mkdir()
        self.write("mine/makefile", "all: mine\n")
        self.assert_says(self.run_autumn("cmdstan", "mine"), 1, "`mine/makefile` exists already")
        self.assertEqual((self.path / "mine/makefile").read_text(), "all: mine\n")
        self.assertEqual(os.listdir(self.path / "mine"), ["makefile"])
        for _ in range(2):  # one of ours is brought up to date
            self.assert_says(self.run_autumn("cmdstan", "ours"), 0, "is ready")


class Links(Faults):
    def test_in_the_directory_of_a_run_go_aside(self) -> None:
        (self.path / "out").mkdir()
        (self.path / "elsewhere").mkdir()
        self.write("elsewhere/c2.csv", "old")
        (self.path / "out/chain_2.csv").symlink_to("../elsewhere/c2.csv")
        (self.path / "out/chain_3.csv").symlink_to("nowhere.csv")
        self.assert_says(self.sample("quick", "--draws", "20", "--output", "out", "--force"), 0)
        self.assertEqual(sorted(self.files("out")), [f"chain_{k}.csv" for k in range(1, 5)])
        for k in range(1, 5):
            self.assertEqual(len(self.rows(f"out/chain_{k}.csv")), 20)
        self.assertEqual((self.path / "elsewhere/c2.csv").read_text(), "old")

    def test_of_named_files_stay(self) -> None:
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "m"), 0)
        self.write("there.csv", "old")
        (self.path / "link.csv").symlink_to("there.csv")
        subprocess.run(["./m", "sample", "num_samples=20", "data", "file=quick.json", "output", "file=link.csv"], cwd=self.path, check=True, capture_output=True)
        self.assertTrue((self.path / "link.csv").is_symlink())
        self.assertEqual(len(self.rows("link.csv")), 20)
        self.assertFalse((self.path / "there.csv.replaced").exists())

    def test_with_the_name_of_a_part_are_not_followed(self) -> None:
        model = ["quick.stan", "--data", "quick.json", "--seed", "1", *QUIET]
        commands = [
            ("out/chain_1.csv", ["sample", *model, "--draws", "20", "--output", "out"]),
            ("v.csv", ["variational", *model, "--output", "v.csv"]),
            ("o.csv", ["optimize", *model, "--output", "o.csv"]),
            ("d.autumn", ["convert", "quick.json", "--to", "data", "--output", "d.autumn"]),
            ("s.json", ["sample", *model, "--draws", "20", "--summary", "s.json"]),
        ]
        (self.path / "out").mkdir()
        for made, words in commands:
            for make in (os.symlink, os.link, lambda _, part: os.mkfifo(part)):
                victim = self.write("victim", "keep")
                part = self.path / f"{made}.part"
                make(victim, part)
                self.assert_says(self.run_autumn(*words, seconds=30), 0)
                self.assertEqual(victim.read_text(), "keep")
                self.assertFalse((self.path / made).is_symlink())
                self.assertFalse(part.exists())
                self.assertGreater((self.path / made).stat().st_size, 30)
                (self.path / made).unlink()
                for left in (self.path / "out").glob("chain_*"):
                    left.unlink()


class Plain(Faults):
    """Pipes and devices in the directory of a run are not waited for."""

    def setUp(self) -> None:
        super().setUp()
        self.assert_says(self.sample("quick", "--draws", "20", "--chains", "2", "--output", "out"), 0)

    def test_files_only(self) -> None:
        for name in (".checkpoint/run.json", ".checkpoint/chain_1", "chain_1.csv"):
            for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
                path = self.path / "out" / name
                content = path.read_bytes()
                path.unlink()
                make(path)
                for words in (["resume", "out"], ["extend", "out", "--draws", "5"], ["summary", "out"]):
                    if words[0] == "summary" and name != "chain_1.csv" or words[0] == "resume" and name != ".checkpoint/run.json":
                        continue
                    done = self.run_autumn(*words, seconds=20)
                    said = done.stdout + done.stderr
                    # The checkpoint before serves where the last one is no file.
                    self.assertTrue(done.returncode == 1 or name == ".checkpoint/chain_1", said)
                    if done.returncode == 1:
                        self.assertIn("error: ", said)
                path.unlink(missing_ok=True)
                path.write_bytes(content)
        (self.path / "out/chain_1.csv").unlink()
        os.mkfifo(self.path / "out/chain_1.csv")
        self.assert_says(self.sample("quick", "--output", "out", "--force", seconds=20), 1, "no plain file")


class Missing(Faults):
    def test_chains_are_noticed(self) -> None:
        process = self.start("sample", "slow.stan", "--data", "slow.json", "--chains", "2", "--warmup", "30", "--draws", "300", "--jumps", "none", "--output", "out", *QUIET)
        self.wait_until(lambda: (self.path / "out/chain_1.csv").exists())
        (self.path / "out/chain_1.csv").unlink()
        said = process.communicate(timeout=100)
        self.assertEqual(process.returncode, 1)
        self.assertIn("chain_1.csv` was removed or replaced", said[1])

    def test_chains_of_a_finished_run(self) -> None:
        self.assert_says(self.sample("quick", "--draws", "20", "--chains", "2", "--output", "out"), 0)
        (self.path / "out/chain_2.csv").unlink()
        self.assert_says(self.run_autumn("resume", "out"), 1, "chain_2.csv` is not there any more")
        self.assert_says(self.run_autumn("extend", "out", "--draws", "5"), 1, "chain_2.csv", "put it back")


class Names(Faults):
    def test_that_are_empty(self) -> None:
        model = ["quick.stan", "--data", "quick.json"]
        for words in (
            ["sample", *model, "--output", ""],
            ["sample", *model, "--summary", ""],
            ["sample", *model, "--shard", ""],
            ["sample", "", "--quiet"],
            ["optimize", *model, "--output", ""],
            ["laplace", *model, "--mode", ""],
            ["check", "quick.stan", "--data", ""],
            ["generate", *model, "--draws", "x.csv", "--output", ""],
            ["simulate", *model, "--output", ""],
            ["cmdstan", ""],
            ["summary", ""],
            ["resume", ""],
        ):
            before = sorted(os.listdir(self.path))
            self.assert_says(self.run_autumn(*words), 1, "is empty")
            self.assertEqual(sorted(os.listdir(self.path)), before)

    def test_with_control_characters(self) -> None:
        odd = "a\n\x1b[31mb"
        (self.path / f"{odd}.json").write_text((self.path / "quick.json").read_text())
        (self.path / f"{odd}.stan").write_text(support.QUICK)
        out = f"out{odd}"
        model = [f"{odd}.stan", "--data", f"{odd}.json"]
        commands = [
            ["sample", *model, "--draws", "20", "--output", out, "--refresh", "0"],
            ["resume", out],
            ["extend", out, "--draws", "5"],
            ["summary", out],
            ["optimize", *model, "--seed", "1", "--output", f"{odd}.csv", *QUIET],
            ["check", *model],
            ["cmdstan", f"c{odd}"],
        ]
        for words in commands:
            done = self.run_autumn(*words)
            self.assert_says(done, 0)
            self.assertNotIn("\x1b", done.stdout + done.stderr)
        for text in [path.read_text() for path in (self.path / out).glob("*.csv")] + [(self.path / f"{odd}.csv").read_text()]:
            self.assertNotIn("\x1b", text)
            self.assertIn("file = a\\n\\x1b[31mb.json", text)
        for words in ([odd], ["sample", f"--{odd}"], ["sample", *model, "--draws", odd], ["check", "quick.stan", odd]):
            said = self.run_autumn(*words).stderr
            self.assertNotIn("\x1b", said)
            self.assertNotIn("a\n", said)


class Twice(Faults):
    def test_a_chain_counts_once(self) -> None:
        self.assert_says(self.sample("quick", "--draws", "50", "--chains", "2", "--output", "out"), 0)
        once = self.run_autumn("summary", "out", "--json").stdout
        files = ["out/chain_1.csv", "out/chain_2.csv"]
        self.assert_says(self.run_autumn("convert", *files, "--to", "binary"), 0)
        both = self.run_autumn("summary", "out", "--json")
        self.assertEqual(both.stdout, once)
        self.assertIn("two formats", both.stderr)
        (self.path / "out/chain_2.bin").unlink()
        self.assertEqual(self.run_autumn("summary", "out", "--json").stdout, once)
        for twice in ([*files, "./out/chain_1.csv"], [*files, "out/chain_1.bin"]):
            self.assert_says(self.run_autumn("summary", *twice), 1, "are the same chain")


class CmdStan(Faults):
    def test_outputs_that_cannot_be_written(self) -> None:
        self.assert_says(self.run_autumn("compile", "quick.stan", "--output", "m"), 0)
        data = ["data", "file=quick.json"]
        devices = os.listdir("/dev")
        for words in (
            ["sample", *data, "output", "file=/dev/full"],
            ["optimize", *data, "output", "file=/dev/full"],
            ["variational", *data, "output", "file=/dev/full"],
            ["pathfinder", *data, "output", "file=/dev/full"],
            ["sample", "num_chains=2", *data, "output", "file=/dev/full"],
            ["sample", *data, "output", "diagnostic_file=missing/d.csv"],
            ["sample", *data, "output", "diagnostic_file=/dev/full"],
            ["sample", *data, "output", "profile_file=missing/p.csv"],
            ["sample", *data, "output", "file=."],
            ["sample", *data, "output", "file="],
        ):
            done = subprocess.run(["./m", *words], cwd=self.path, text=True, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 1, (words, done.stdout[-300:], done.stderr))
            self.assertNotEqual(done.stderr, "")
        self.assertEqual(os.listdir("/dev"), devices)

    def test_wishes_of_the_environment_are_understood(self) -> None:
        for name in ("AUTUMN_INSTRUCTION_SET", "AUTUMN_MARGINALIZE", "AUTUMN_JUMPS", "AUTUMN_LP_JOINT"):
            self.assert_says(self.sample("quick", env=dict(os.environ, **{name: "zz"})), 1, name, "`zz`")


if __name__ == "__main__":
    main()
