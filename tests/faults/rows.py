#!/usr/bin/env python3
"""Large data: threads that share the rows of a chain, and data in the binary format. Usage: rows.py AUTUMN [TestCase ...]

`Mutations` breaks files of data at random, 150 times; AUTUMN_MUTATIONS says how often instead."""
import json
import os
import random

from resume import APART
from support import Faults, main

ROWS = 70_000  # of three blocks

PROGRAM = """data {{ int N; int J; matrix[N, 2] X; array[N] int g; array[N] int y; }}
parameters {{ real a; vector[2] b; vector[J] u; }}
model {{ a ~ normal(0, 2); b ~ normal(0, 1); u ~ normal(0, 1); y ~ {}(X * b + a + u[g]); }}"""


class Rows(Faults):
    def setUp(self) -> None:
        super().setUp()
        draw = random.Random(3)
        self.write("logistic.stan", PROGRAM.format("bernoulli_logit"))
        self.write("poisson.stan", PROGRAM.format("poisson_log"))
        self.data = {
            "N": ROWS,
            "J": 5,
            "X": [[round(draw.gauss(0, 1), 3), round(draw.gauss(0, 1), 3)] for _ in range(ROWS)],
            "g": [draw.randint(1, 5) for _ in range(ROWS)],
            "y": [draw.randint(0, 1) for _ in range(ROWS)],
        }
        self.write("data.json", json.dumps(self.data))
        self.assert_says(self.run_autumn("convert", "data.json", "--to", "data"), 0)

    def lines(self, output: str, program: str, *words: str, data: str = "data.autumn") -> list[list[bytes]]:
        command = ["sample", f"{program}.stan", "--data", data, "--seed", "1", "--chains", "2", "--warmup", "12"]
        words = words if "--draws" in words else ("--draws", "6", *words)
        self.assert_says(self.run_autumn(*command, "--quiet", "--output", output, *words), 0)
        return self.content(output)

    def content(self, output: str) -> list[list[bytes]]:
        files = sorted((self.path / output).glob("chain_*"))
        return [[line for line in file.read_bytes().split(b"\n") if not APART.match(line) and b"data_file" not in line and b"file = data" not in line] for file in files]


class ThreadsPerChain(Rows):
    def test_do_not_change_draws(self) -> None:
        for program in ("logistic", "poisson"):
            whole = self.lines("one", program, "--force")
            self.assertEqual(len(whole), 2)
            for threads in (1, 2, 3, 8):
                for others in (["--threads", "1"], ["--threads", "4"], []):
                    words = ["--threads-per-chain", str(threads), *others, "--force"]
                    self.assertEqual(self.lines("more", program, *words), whole, words)

    def test_can_be_others_after_a_death(self) -> None:
        whole = self.lines("one", "logistic", "--draws", "300", "--force")
        for before, after in ((1, 3), (3, 1), (2, None)):
            command = ["sample", "logistic.stan", "--data", "data.autumn", "--seed", "1", "--chains", "2", "--warmup", "12", "--draws", "300"]
            words = ["--threads-per-chain", str(before), "--quiet", "--checkpoint", "0.02", "--output", "cut", "--force"]
            process = self.start(*command, *words)
            self.wait_for_rows("cut/chain_1.csv", 20)
            process.kill()
            process.communicate()
            again = [] if after is None else ["--threads-per-chain", str(after)]
            self.assert_says(self.run_autumn("resume", "cut", "--quiet", *again), 0)
            self.assertEqual(self.content("cut"), whole)

    def test_are_at_least_one(self) -> None:
        for wrong in ("0", "-1", "2.5", "many", "100000"):
            run = self.run_autumn("sample", "logistic.stan", "--data", "data.autumn", "--threads-per-chain", wrong)
            self.assert_says(run, 1, "--threads-per-chain")


class BinaryData(Rows):
    def test_draw_what_json_draws(self) -> None:
        self.assertEqual(self.lines("binary", "logistic"), self.lines("text", "logistic", data="data.json"))

    def test_are_data_whatever_their_name(self) -> None:
        (self.path / "data.autumn").rename(self.path / "other.json")
        self.assert_says(self.run_autumn("convert", "other.json", "--to", "json", "--output", "again.json"), 0)
        self.assertEqual(json.loads((self.path / "again.json").read_text()), self.data)

    def test_are_made_of_columns(self) -> None:
        rows = zip(self.data["X"], self.data["g"], self.data["y"])
        self.write("rows.csv", "X.1,X.2,g,y\n" + "".join(f"{x[0]},{x[1]},{g},{y}\n" for x, g, y in rows))
        self.write("rest.json", json.dumps({"J": 5}))
        self.assert_says(self.run_autumn("convert", "rows.csv", "rest.json", "--to", "data", "--rows", "N", "--output", "made.autumn"), 0)
        self.assertEqual((self.path / "made.autumn").read_bytes(), (self.path / "data.autumn").read_bytes())

    def test_of_columns_with_dots_have_names_of_stan(self) -> None:
        self.write("iris.csv", '"Sepal.Length","Sepal.Width",X.1\n5.1,3.5,1\n4.9,3.0,2\n')
        run = self.run_autumn("convert", "iris.csv", "--to", "json")
        self.assert_says(run, 0, "`Sepal.Length`, `Sepal.Width` in `iris.csv` are called `Sepal_Length`, `Sepal_Width` in the data")
        self.assertEqual(json.loads((self.path / "iris.json").read_text()), {"Sepal_Length": [5.1, 4.9], "Sepal_Width": [3.5, 3.0], "X": [[1], [2]]})
        self.write("both.csv", "a.b,a_b\n1,2\n")
        self.assert_says(self.run_autumn("convert", "both.csv", "--to", "json"), 1, "`a.b` and `a_b` would both be called `a_b`", "rename one of them")
        self.assertFalse((self.path / "both.json").exists())

    def test_are_not_replaced_unasked(self) -> None:
        before = (self.path / "data.autumn").read_bytes()
        self.write("other.json", '{"N": 3}')
        convert = ["convert", "other.json", "--to", "data", "--output", "data.autumn"]
        self.assert_says(self.run_autumn(*convert), 1, "exists already")
        self.assertEqual((self.path / "data.autumn").read_bytes(), before)
        self.assert_says(self.run_autumn(*convert, "--force"), 0)
        self.assertNotEqual((self.path / "data.autumn").read_bytes(), before)
        self.assert_says(self.run_autumn("convert", "data.autumn", "--to", "data", "--output", "data.autumn", "--force"), 1, "replaced by what is made of it")

    def test_of_several_files_have_each_variable_once(self) -> None:
        self.write("more.json", '{"N": 3}')
        self.assert_says(self.run_autumn("convert", "data.autumn", "more.json", "--to", "data", "--output", "x.autumn"), 1, "a file before it")
        self.assert_says(self.run_autumn("convert", "data.autumn", "more.json", "--to", "data"), 1, "--output")
        self.write("a.csv", "a\n1\n2\n")
        self.write("b.csv", "b\n1\n")
        self.assert_says(self.run_autumn("convert", "a.csv", "b.csv", "--to", "data", "--output", "x.autumn"), 1, "2")
        self.assert_says(self.run_autumn("convert", "more.json", "--to", "data", "--rows", "M", "--output", "x.autumn"), 1, "number of rows")
        self.assertFalse((self.path / "x.autumn").exists())

    def test_that_are_missing_or_too_few_are_told_as_of_json(self) -> None:
        self.write("few.json", json.dumps({"N": 3, "J": 5}))
        self.assert_says(self.run_autumn("convert", "few.json", "--to", "data"), 0)
        run = self.run_autumn("sample", "logistic.stan", "--data", "few.autumn")
        self.assert_says(run, 1, "the data for `X` is missing")
        self.write("real.json", json.dumps({"N": 1, "J": 1, "X": [[1, 2]], "g": [1], "y": [1.5]}))
        self.assert_says(self.run_autumn("convert", "real.json", "--to", "data"), 0)
        run = self.run_autumn("sample", "logistic.stan", "--data", "real.autumn")
        self.assert_says(run, 1, "it must be an integer")


class Mutations(Rows):
    def test_are_one_message_or_change_nothing(self) -> None:
        small = {name: value[:5] if isinstance(value, list) else value for name, value in self.data.items()}
        self.write("small.json", json.dumps(small))
        self.assert_says(self.run_autumn("convert", "small.json", "--to", "data"), 0)
        whole = (self.path / "small.autumn").read_bytes()
        draw = random.Random(4)
        refused = 0
        for _ in range(int(os.environ.get("AUTUMN_MUTATIONS", "150"))):
            broken = bytearray(whole)
            for _ in range(draw.randint(1, 3)):
                kind, place = draw.randint(0, 3), draw.randrange(len(broken))
                if kind == 0:
                    broken[place] ^= 1 << draw.randrange(8)
                elif kind == 1:
                    del broken[place:]
                elif kind == 2:
                    del broken[place : place + draw.randint(1, 64)]
                else:
                    broken[place:place] = bytes(draw.randrange(256) for _ in range(draw.randint(1, 64)))
                if not broken:
                    break
            (self.path / "broken.autumn").write_bytes(broken)
            run = self.run_autumn("convert", "broken.autumn", "--to", "json", "--output", "broken.json", "--force", errors="replace")
            if run.returncode == 0:
                self.assertEqual(json.loads((self.path / "broken.json").read_text()), small)
                continue
            refused += 1
            self.assertEqual(run.returncode, 1, run)
            self.assertEqual(run.stderr.count("error"), 1, run.stderr)
            self.assertLess(run.stderr.count("\n"), 5, run.stderr)
        self.assertGreater(refused, 0)


if __name__ == "__main__":
    main()
