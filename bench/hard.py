#!/usr/bin/env python3
"""Twenty chains of hard posteriors: a centred funnel, a banana, an ill-conditioned normal and stochastic volatility.

    bench/hard.py --autumn build/autumn [--seeds 3] [--limit 600] [--only REGEX] [--chains 20] [--collapse] [--now "WORDS"]
                  [--warmup 1000] [--draws 1000]

Each is sampled as before (Stan's metric, coordinates as written) and as now; --now has more words of the command line for the latter. Effective draws are the
least of all variables, bulk and tail, per 1,000 evaluations of the density, warm-up included; they and the largest R-hat are medians over the seeds, with the
least and the most; divergences, and trajectories as long as they may be, are sums. Nothing is collapsed and there are no jumps, unless --collapse asks for both.
"""
import argparse
import pathlib
import statistics
import tempfile
from collections.abc import Iterator

from effort import BEFORE, NOW, PLAIN
from pays import Program, programs
from runs import Limits
from summaries import Outcome, Sampling, outcomes, spread

HARD = "^(binomial_funnel|banana|ill_conditioned|stochastic_volatility)$"


def line(name: str, words: str, found: list[Outcome]) -> str:
    ended = [o for o in found if not o.failure]
    if not ended:
        return f"{name:32}{words:44}  {found[0].failure}"
    tails = [1000 * o.ess_tail / o.gradients for o in ended]
    failed = f"   {len(found) - len(ended)} failed: {next(o.failure for o in found if o.failure)}" if len(ended) < len(found) else ""
    return (f"{name:32}{words:44}{spread([o.per_gradient() for o in ended]):>26}{spread(tails):>26}{spread([o.rhat for o in ended]):>22}"
            f"{sum(o.divergences for o in ended):>12}{sum(o.longest for o in ended):>9}{statistics.median(o.seconds for o in ended):>9.1f}{failed}")


def compared(options: argparse.Namespace, program: Program) -> Iterator[str]:
    for kind in (BEFORE, f"{NOW} {options.now}".strip()):
        words = ("--chains", str(options.chains), "--warmup", str(options.warmup), "--draws", str(options.draws), "--threads", "1", *kind.split(), *(() if options.collapse else PLAIN))
        sampling = Sampling(options.autumn, program.path, program.data, words, Limits(options.limit))
        yield line(program.name, kind, outcomes(sampling, range(1, options.seeds + 1)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--autumn", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--chains", type=int, default=20)
    parser.add_argument("--warmup", type=int, default=1000, help="iterations of a chain (1000)")
    parser.add_argument("--draws", type=int, default=1000, help="of a chain (1000)")
    parser.add_argument("--limit", type=float, default=600, help="processor seconds of a run (600)")
    parser.add_argument("--only", default=HARD, help="programs whose name matches this regular expression")
    parser.add_argument("--collapse", action="store_true", help="collapse and jump as by default")
    parser.add_argument("--now", default="", help="more words for the sampler of now")
    options = parser.parse_args()
    print(f"{'program':32}{'':44}{'bulk per 1,000 gradients':>26}{'tail':>26}{'R-hat':>22}{'divergences':>12}{'longest':>9}{'seconds':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for program in programs(pathlib.Path(folder), options.only):
            for text in compared(options, program):
                print(text, flush=True)


if __name__ == "__main__":
    main()
