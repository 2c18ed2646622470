"""What a run of `autumn sample` came to, by the summary that it writes: effective draws, evaluations, R-hat. Shared by effort.py and hard.py."""
import json
import pathlib
import statistics
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass

from runs import Limits, run


@dataclass(frozen=True)
class Sampling:
    """A program with its data, words of the command line, and what a run may take."""

    autumn: pathlib.Path
    program: pathlib.Path
    data: pathlib.Path
    words: tuple[str, ...]
    limits: Limits


@dataclass(frozen=True)
class Outcome:
    """Least effective draws and largest R-hat are those of all variables but lp__. A run that fails has no effective draws."""

    ess: float = 0.0
    ess_tail: float = 0.0
    rhat: float = float("inf")
    gradients: int = 1
    divergences: int = 0
    longest: int = 0  # trajectories that ended at the limit of their length
    seconds: float = 0.0
    failure: str = ""

    def per_gradient(self) -> float:
        """Of a thousand, warm-up included."""
        return 1000 * self.ess / max(self.gradients, 1)

    def per_second(self) -> float:
        """Of the whole process, preparation included."""
        return self.ess / self.seconds if self.seconds > 0 else 0.0


def outcome(sampling: Sampling, seed: int) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "summary.json"
        done = run([str(sampling.autumn), "sample", str(sampling.program), "--data", str(sampling.data), "--seed", str(seed), "--refresh", "0", "--force", "--summary",
                    str(path), *sampling.words], sampling.limits)
        if done.failure:
            return Outcome(seconds=done.seconds, failure=done.failure)
        summary = json.loads(path.read_text())
    own = [v for v in summary["variables"] if v["name"] != "lp__" and v["ess_bulk"] is not None]
    sampler = summary["sampler"]
    return Outcome(min((v["ess_bulk"] for v in own), default=0.0), min((v["ess_tail"] or 0.0 for v in own), default=0.0), max((v["rhat"] for v in own if v["rhat"] is not None), default=float("inf")),
                   summary["gradients"], sampler["divergences"], sampler["max_treedepth_hits"], done.seconds)


def outcomes(sampling: Sampling, seeds: Iterable[int]) -> list[Outcome]:
    return [outcome(sampling, seed) for seed in seeds]


def spread(values: list[float]) -> str:
    """The median with the least and the most."""
    return f"{statistics.median(values):9.2f} ({min(values):.2f}, {max(values):.2f})"
