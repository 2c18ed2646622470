#!/usr/bin/env python3
"""Nobody gets in and nothing runs away: programs, data and surroundings that mean no good. Usage: hostile.py AUTUMN"""
import json
import os
import resource
import signal
import subprocess

from support import Faults, is_sanitized, main, signalled

ENDLESS = {
    "transformed data": "transformed data { while (1) {} } parameters { real x; } model { x ~ normal(0, 1); }",
    "model": "parameters { real x; } model { x ~ normal(0, 1); while (x < 1e9) { real y; } }",
    "generated quantities": "parameters { real x; } model { x ~ normal(0, 1); } generated quantities { real z = x; while (z < 1e300) z = z; }",
}

# Some parameters are integrated out and drawn back, in threads of their own.
GROUPS = """data { int N; int J; array[N] int g; vector[N] y; }
parameters { real mu; real<lower=0> tau; real<lower=0> sigma; vector[J] theta; }
model { mu ~ normal(0, 5); tau ~ normal(0, 2); sigma ~ normal(0, 2); theta ~ normal(mu, tau); y ~ normal(theta[g], sigma); }
generated quantities { array[N] real again = normal_rng(theta[g], sigma); }"""


class Includes(Faults):
    def refused(self, line: str, *words: str) -> str:
        self.write("program.stan", f"{line}\nparameters {{ real x; }} model {{ x ~ normal(0, 1); }}")
        done = self.run_autumn("check", "program.stan", *words, seconds=60)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("root:", done.stdout + done.stderr)
        return done.stderr

    def test_read_no_file_of_the_machine(self) -> None:
        self.assertIn("outside", self.refused("#include /etc/passwd"))

    def test_do_not_follow_links_out(self) -> None:
        (self.path / "link.stan").symlink_to("/etc/passwd")
        self.assertIn("outside", self.refused("#include link.stan"))

    def test_do_not_climb(self) -> None:
        (self.path / "inner").mkdir()
        self.write("secret.txt", "root: a secret\n")
        (self.path / "inner" / "program.stan").write_text("#include ../secret.txt\n")
        done = self.run_autumn("check", "inner/program.stan")
        self.assert_says(done, 1, "outside")
        self.assertNotIn("a secret", done.stderr)

    def test_read_no_devices_and_no_pipes(self) -> None:
        self.assertIn("not a plain file", self.refused("#include zero", "--include-path", "/dev"))
        os.mkfifo(self.path / "pipe.stan")
        self.assertIn("not a plain file", self.refused("#include pipe.stan"))

    def test_work_in_the_folder_below_it_and_where_they_are_told(self) -> None:
        (self.path / "parts").mkdir()
        (self.path / "parts" / "a.stan").write_text("functions { real f(real x) { return x; } }\n")
        self.write("program.stan", "#include parts/a.stan\nparameters { real x; } model { f(x) ~ normal(0, 1); }")
        self.assert_says(self.run_autumn("check", "program.stan"), 0)
        (self.path / "inner").mkdir()
        (self.path / "inner" / "program.stan").write_text("#include ../parts/a.stan\nparameters { real x; } model { f(x) ~ normal(0, 1); }")
        self.assert_says(self.run_autumn("check", "inner/program.stan", "--include-path", "."), 0)


class Loops(Faults):
    def test_without_end_are_ended_by_every_limit(self) -> None:
        for where, program in ENDLESS.items():
            self.write("endless.stan", program)
            with self.subTest(where):
                self.assert_says(self.sample("endless", "--limit-time", "1", "--limit-steps", "1000000000000", seconds=60), 1, "seconds that this may take are over")
                self.assert_says(self.sample("endless", "--limit-steps", "100000", seconds=60), 1, "100000 statements", "endless.stan:1:")

    def test_whose_length_parameters_decide_are_given_up(self) -> None:
        self.write("endless.stan", ENDLESS["model"])
        self.assert_says(self.sample("endless", "--chains", "1", seconds=120), 1, "4194304 statements", "endless.stan:1:")

    def test_are_ended_in_every_method(self) -> None:
        self.write("endless.stan", ENDLESS["model"])
        self.write("data.stan", "transformed data { while (1) {} } parameters { real x; } model { x ~ normal(0, 1); }")
        commands = [
            *[[method, "endless.stan", "--seed", "1"] for method in ("optimize", "laplace", "pathfinder", "variational")],
            *[[method, "data.stan"] for method in ("optimize", "laplace", "pathfinder", "variational", "explain", "sbc")],
            ["simulate", "data.stan", "--output", "made"],
        ]
        for command in commands:
            with self.subTest(command):
                done = self.run_autumn(*command, "--limit-steps", "100000", seconds=60)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertIn("100000 statements", done.stderr)
                self.assertNotIn("terminate", done.stderr)

    def test_answer_to_the_first_interrupt(self) -> None:
        for where, program in ENDLESS.items():
            self.write("endless.stan", program)
            with self.subTest(where):
                process = self.start("sample", "endless.stan", "--quiet", "--limit-steps", "1000000000000")
                try:
                    process.wait(timeout=1.5)
                except subprocess.TimeoutExpired:
                    pass
                process.send_signal(signal.SIGINT)
                process.communicate(timeout=60)
                self.assertIn(process.returncode, signalled(signal.SIGINT))


class Memory(Faults):
    def need_limits(self) -> None:
        if is_sanitized():
            self.skipTest("sanitizers want more memory than any limit")

    def test_of_one_object_is_limited(self) -> None:
        self.need_limits()
        for size in ("2147483647", "3000000000", "1000000000"):
            self.write("large.stan", f"parameters {{ vector[{size}] x; }} model {{ x ~ normal(0, 1); }}")
            done = self.sample("large", "--untrusted", seconds=60)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("large.stan:1", done.stderr)

    def test_of_all_columns_is_known_before_there_are_any(self) -> None:
        """A name and a number for every element, of what has no value yet: nothing is filled, so that this limits no memory."""
        self.need_limits()
        block = {
            "parameters": "parameters { real x;\narray[100000000] real y; } model { x ~ normal(0, 1); }",
            "transformed parameters": "parameters { real x; } transformed parameters {\nvector[100000000] y = rep_vector(x, 100000000); }",
            "generated quantities": "parameters { real x; } generated quantities {\narray[100000000] real y; }",
            "beyond": "parameters { real x; } generated quantities {\narray[2000000000, 1000] real y; }",
        }
        for where, program in block.items():
            self.write("large.stan", program)
            for command in (["sample"], ["optimize"], ["explain"]):
                with self.subTest(where=where, command=command):
                    done = self.run_autumn(*command, "large.stan", "--limit-memory", "1", seconds=60)
                    self.assert_says(done, 1, "large.stan:2:", "elements", "^")

    def test_of_all_draws_is_known_before_there_are_any(self) -> None:
        self.write("wide.stan", "parameters { real x; } model { x ~ normal(0, 1); } generated quantities {\narray[1000000] real y; }")
        done = self.sample("wide", "--draws", "1000000", seconds=60)
        self.assert_says(done, 1, "wide.stan:2:", "the draws up to `y`, which has 1000000 elements, need 3.2e+04 GB of memory")
        self.assert_says(self.run_autumn("compile", "wide.stan"), 0)
        run = self.run_program("wide", "sample", "num_samples=1000000", "output", "file=wide.csv")
        self.assert_says(run, 1, "the draws up to `y`")
        self.assertFalse((self.path / "wide.csv").exists())

    def test_that_is_not_there_is_an_error(self) -> None:
        self.need_limits()
        self.write("large.stan", "transformed data { real s = sum(rep_vector(1, 900000000)); } parameters { real x; } model { x ~ normal(0, 1); }")
        self.assert_says(self.sample("large", "--limit-memory", "0.5", seconds=60), 1, "memory")

    def test_that_runs_out_anywhere_is_one_message(self) -> None:
        """Also in threads, out of which nothing may be thrown, and while others wait for them."""
        self.need_limits()
        self.write("groups.stan", GROUPS)
        rows = [1 + n % 100 for n in range(1000)]
        self.write("groups.json", json.dumps({"N": 1000, "J": 100, "g": rows, "y": [0.1 * n for n in rows]}))
        start = ["groups.stan", "--data", "groups.json", "--seed", "1"]
        short = ["--warmup", "50", "--draws", "200"]
        commands = [
            ["sample", *start, *short, "--quiet", "--threads", "4"],
            ["sample", *start, *short, "--threads", "6", "--threads-per-chain", "2", "--output", "out", "--force"],
            ["pathfinder", *start, "--output", "path.csv", "--force"],
            ["sbc", *start, "--runs", "4", "--warmup", "20", "--draws", "20"],
            ["summary", "whole"],
        ]
        self.assert_says(self.run_autumn(*commands[0], "--output", "whole", "--save-warmup"), 0)
        ended = set()
        for command in commands:
            for step in range(16):
                megabytes = 4 * 1.25**step

                def limit() -> None:
                    resource.setrlimit(resource.RLIMIT_DATA, (int(megabytes * 1e6), int(megabytes * 1e6)))

                done = self.run_autumn(*command, preexec_fn=limit)
                ended.add(done.returncode)
                with self.subTest(command=command[0], megabytes=megabytes):
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    self.assertNotIn("terminate", done.stderr)
                    self.assertNotIn("internal error", done.stderr)
        self.assertEqual(ended, {0, 1})

    def test_of_large_data_is_limited(self) -> None:
        self.need_limits()
        with open(self.path / "quick.json", "w") as file:
            file.write('{"N": 5, "y": [1, 2, 3, 4, 5], "z": [0')
            for _ in range(200):
                file.write(", 1" * 100_000)
            file.write("]}")
        self.assert_says(self.sample("quick", "--limit-memory", "0.1", seconds=60), 1, "memory")

    def test_and_threads_may_be_short(self) -> None:
        self.need_limits()

        def short() -> None:
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 18, 1 << 18))

        self.assert_says(self.sample("quick", "--draws", "50", preexec_fn=short), 0)

        def tiny() -> None:
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 16, 1 << 16))

        done = self.sample("quick", "--draws", "50", preexec_fn=tiny)
        if done.returncode != 0:  # whoever may have more than that has it
            self.assert_says(done, 1, "the limit of the stack, 64 kB, is too small", "ulimit -s")

        def tiny_at_first() -> None:
            resource.setrlimit(resource.RLIMIT_STACK, (1 << 16, resource.getrlimit(resource.RLIMIT_STACK)[1]))

        self.assert_says(self.sample("quick", "--draws", "50", preexec_fn=tiny_at_first), 0)
        self.assert_says(self.sample("quick", "--draws", "50", "--threads", "100000"), 1, "--threads")

    def test_and_there_may_be_no_more_threads(self) -> None:
        """As for a user who may have no process but this one; root may have any, and becomes nobody for that."""
        self.path.chmod(0o777)
        is_root, nobody = os.getuid() == 0, 65534

        def alone() -> None:
            if is_root:
                os.setgroups([])
                os.setgid(nobody)
                os.setuid(nobody)
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1) if is_root else (0, 0))

        try:
            self.run_autumn("--version", preexec_fn=alone)
        except (OSError, subprocess.SubprocessError):
            self.skipTest("nobody else may run this executable")
        sample = ["--draws", "50", "--seed", "1", "--threads", "4"]
        self.assert_says(self.sample("quick", *sample, "--output", "alone", preexec_fn=alone), 0)
        self.assert_says(self.sample("quick", *sample, "--output", "whole"), 0)
        self.assertEqual(self.rows("alone/chain_3.csv"), self.rows("whole/chain_3.csv"))
        given = ["quick.stan", "--data", "quick.json", "--seed", "1"]
        self.assert_says(self.run_autumn("pathfinder", *given, preexec_fn=alone), 0)
        self.assert_says(self.sample("quick", *sample, "--limit-time", "60", preexec_fn=alone), 1, "no more threads", "ulimit -u")

    def test_an_endless_device_is_no_program(self) -> None:
        self.assert_says(self.run_autumn("check", "/dev/zero", seconds=60), 1, "64 MB")
        self.assert_says(self.run_autumn("summary", ".", seconds=60), 1, "chain_1.csv")
        for device in ("/dev/zero", "/dev/urandom"):
            self.assert_says(self.run_autumn("summary", device, seconds=60), 1, device)


class Terminals(Faults):
    """What would move the cursor, change the title or paint is shown."""

    ESCAPE = "\x1b]0;owned\x07"

    def check(self, done: "subprocess.CompletedProcess[str]") -> None:
        said = done.stdout + done.stderr
        self.assertNotIn("\x1b", said)
        self.assertIn("owned", said)

    def test_print_is_shown(self) -> None:
        self.write("print.stan", f'transformed data {{ print("{self.ESCAPE}"); }} parameters {{ real x; }} model {{ x ~ normal(0, 1); }}')
        self.check(self.sample("print", "--draws", "10"))

    def test_reject_is_shown(self) -> None:
        self.write("print.stan", f'transformed data {{ reject("{self.ESCAPE}"); }} parameters {{ real x; }} model {{ x ~ normal(0, 1); }}')
        self.check(self.sample("print", "--draws", "10"))

    def test_names_are_shown(self) -> None:
        self.write("draws.csv", f"lp__,a{self.ESCAPE}\n1,2\n2,3\n")
        self.check(self.run_autumn("summary", "draws.csv"))
        # One byte that begins a sequence where a terminal takes eight bits, and is no text.
        (self.path / "bytes.csv").write_bytes(b"lp__,owned\x9b31m\n1,2\n2,3\n")
        done = self.run_autumn("summary", "bytes.csv", errors="strict")
        self.assertIn("owned\\x9b31m", done.stdout)
        self.check(self.run_autumn("check", f"{self.ESCAPE}.stan"))


class Mistakes(Faults):
    def test_quote_the_beginning_of_what_is_long(self) -> None:
        long = "x" * 1_000_000
        self.write("draws.csv", f"lp__,a\n1,{long}\n")
        self.write("column.csv", f"a,b\n1,{long}\n")
        self.write("names.csv", f"{long},{long}\n1,2\n")
        self.write("long.json", '{"N": 5, "y": "%s"}' % long)
        commands = (
            ["summary", "draws.csv"],
            ["convert", "column.csv", "--to", "data", "--output", "made.autumn"],
            ["convert", "names.csv", "--to", "data", "--output", "made.autumn"],
            ["sample", "quick.stan", "--data", "long.json"],
        )
        for command in commands:
            with self.subTest(command[1]):
                done = self.run_autumn(*command)
                self.assertEqual(done.returncode, 1)
                self.assertLess(len(done.stdout + done.stderr), 1000)

    def test_have_one_message(self) -> None:
        for words, message in {
            ("--chains", "0"): "at least 1",
            ("--seed", "-1"): "at least 0",
            ("--threads", "100000"): "--threads",
            ("--limit-time", "-1"): "above 0",
            ("--limit-memory", "much"): "above 0",
            ("--limit-steps", "0"): "at least 1",
            ("--draws", "-5"): "at least 0",
            ("--init", "nowhere.json"): "nowhere.json",
        }.items():
            with self.subTest(words):
                self.assert_says(self.sample("quick", *words), 1, message)


if __name__ == "__main__":
    main()
