"""docs/paper.md from the records of a bench."""
import itertools
import math
import statistics


def number(x):
    if x >= 100:
        return f"{x:,.0f}"
    return f"{x:.1f}" if x >= 1 else f"{x:.2g}"


def spread(values):
    """Mean and sd over seeds."""
    if len(values) < 2:
        return number(values[0])
    return f"{number(statistics.mean(values))} ± {number(statistics.stdev(values))}"


def pooled(records):
    """Means of all seeds together, with their standard errors."""
    n = len(records)
    return {name: (statistics.mean(r["means"][name][0] for r in records),
                   math.sqrt(sum((r["means"][name][1] or math.inf) ** 2 for r in records)) / n)
            for name in records[0]["means"]}


def disagreements(by_method):
    """Pairs of methods with the variable they disagree on most, in standard errors; agreeing ones are left out."""
    found = []
    for (a, x), (b, y) in itertools.combinations({k: pooled(v) for k, v in by_method.items()}.items(), 2):
        off = {k: abs(x[k][0] - y[k][0]) / math.hypot(x[k][1], y[k][1]) for k in x if k in y}
        worst = max(off, key=off.get)
        if off[worst] > 5:
            found.append(f"{a} and {b} disagree: {worst} by {off[worst]:.1f} standard errors.")
    return found


def by_clock(records):
    """Rates by the clock mean nothing where other work held the process up."""
    if any(r["sampling"] is None for r in records):
        return ""
    if any(r["wall"] > 1.25 * r["processor"] for r in records):
        return "(busy)"
    return spread([r["least_ess"] / r["sampling"] for r in records])


def compilation(records):
    """Of the first seed: the others find the program compiled."""
    return max(r.get("compile", 0.0) for r in records)


def time_of(records):
    """Compilation apart, where there is one; the rate includes it."""
    compiled = compilation(records)
    return spread([r["processor"] for r in records]) + (f" + {number(compiled)} to compile" if compiled else "")


def row(name, records, published):
    ess = [r["least_ess"] for r in records]
    paper_ess, paper_rate = published or (None, None)
    cells = [name, spread(ess), records[0]["least_variable"], time_of(records),
             spread([r["least_ess"] / (r["processor"] + compilation(records)) for r in records]), by_clock(records),
             str(sum(r["divergences"] for r in records)), "" if paper_ess is None else f"{paper_ess:,}",
             "" if paper_rate is None else f"{paper_rate:,}"]
    return "| " + " | ".join(cells) + " |"


HEAD = """| method | min ESS | of | time, s | min ESS/s | min ESS/s, sampling only | divergences | paper: min ESS | paper: min ESS/s |
|---|---|---|---|---|---|---|---|---|"""


def section(experiment, by_method):
    before, after = experiment.dimensions
    lines = [f"## {experiment.title}", "", f"{before} dimensions, {after} after collapse.", "", HEAD]
    lines += [row(name, records, experiment.published.get(name)) for name, records in by_method.items()]
    for name, figures in experiment.published.items():
        if name not in by_method:
            lines.append(f"| ({name} in the paper) |" + " |" * 7 + f" {figures[1]:,} |")
    complaints = disagreements(by_method)
    agreement = "Posterior means agree between all methods within 5 combined standard errors."
    return "\n".join(lines + ["", *(complaints or [agreement]), ""])


def page(about, mode, results):
    """`results`: experiment -> {method: records}."""
    head = f"""# The paper's experiments, repeated

*Automatically Marginalized MCMC in Probabilistic Programming* (Lai, Burroni, Guan, Sheldon; ICML 2023): HMC is NUTS on the model as written, HMC-R on its non-centred form, HMC-M on what is left after
collapse. One chain of {mode.warmup:,} + {mode.draws:,} draws on one core, {len(mode.seeds)} seeds (mean ± sd over them). Written by `make paper{'' if mode.name == 'quick' else '-full'}`; nothing here was typed.

{about}

The least bulk ESS is over all variables of the model as written, collapsed or not (it is made of ranks, and so the same for kappa and log kappa). Time is processor time of the whole process:
reading, preparation, warm-up, sampling, recovery, and the summary of all variables. "Sampling only" is by the clock, over warm-up, sampling and recovery, and is left out ("busy") where the machine had other work at the time. The paper's figures are from 10,000 + 100,000 draws on its own machine.
"""
    return head + "\n" + "\n".join(section(e, by_method) for e, by_method in results.items())
