"""Whether posterior means agree between methods, in Monte Carlo standard errors, and which samplers failed."""
from dataclasses import dataclass
import itertools
import math
import statistics

LIMIT = 5.0  # combined standard errors
# A sampler that keeps out of a narrow place diverges seldom, at its edge: a share of 2e-4 has gone with a mean that was off by 8 standard errors.
MOST_DIVERGENT = 1e-4
LARGEST_RHAT = 1.05


def pooled(records):
    """Means of all seeds together, with their standard errors."""
    n = len(records)
    return {name: (statistics.mean(r["means"][name][0] for r in records),
                   math.sqrt(sum((r["means"][name][1] or math.inf) ** 2 for r in records)) / n)
            for name in records[0]["means"]}


def failure(records):
    """Why the draws of a sampler are not to be believed, or nothing."""
    divergences, draws = sum(r["divergences"] for r in records), sum(r["draws"] for r in records)
    if divergences > MOST_DIVERGENT * draws:
        return f"{divergences} divergences"
    least = min(r["least_ess"] for r in records)
    if least < 100:
        return f"an ESS of {least:.0f}"
    rhat = max(r["worst_rhat"] for r in records)
    return f"an R-hat of {rhat:.2f}" if rhat > LARGEST_RHAT else ""


@dataclass
class Comparison:
    method: str
    other: str
    variable: str
    off: float  # standard errors
    failed: str  # why, or nothing

    @property
    def is_wrong(self):
        return self.off > LIMIT and not self.failed

    @property
    def verdict(self):
        if self.off <= LIMIT:
            return "agree" + (f" (though the sampler failed: {self.failed})" if self.failed else "")
        return f"the sampler failed: {self.failed}" if self.failed else "**DISAGREE**"


def worst(x, y):
    """The variable two methods differ on most, and by how much."""
    off = {k: abs(x[k][0] - y[k][0]) / (math.hypot(x[k][1], y[k][1]) or math.inf) for k in x if k in y}
    variable = max(off, key=off.get)
    return variable, off[variable]


def comparisons(by_method):
    """For each method its worst disagreement with one whose sampler did not fail."""
    means = {name: pooled(records) for name, records in by_method.items()}
    failed = {name: failure(records) for name, records in by_method.items()}
    found = {}
    for a, b in itertools.permutations(by_method, 2):
        if failed[b]:
            continue
        variable, off = worst(means[a], means[b])
        if a not in found or off > found[a].off:
            found[a] = Comparison(a, b, variable, off, failed[a])
    return list(found.values())
