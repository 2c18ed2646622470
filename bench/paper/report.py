"""docs/paper.md, the table on the terminal and the top of the README, from the records of a bench."""
import csv
from dataclasses import dataclass
import math
import statistics
import subprocess
import tempfile

import agreement
from experiments import EXPERIMENTS, MODELS, Mode

FORMS_BY_HAND = ("Stan, non-centred", "Stan, by hand")
TARGETS = {"written": 100, "best": 5, "paper": 20}


@dataclass
class About:
    machine: str
    version: str
    peers: list
    failures: list
    date: str
    command: str
    mode: Mode


def number(x):
    if x >= 100:
        return f"{x:,.0f}"
    return f"{x:.1f}" if x >= 1 else f"{x:.2g}"


def spread(values):
    """Mean and sd over seeds."""
    if len(values) < 2:
        return number(values[0])
    return f"{number(statistics.mean(values))} ± {number(statistics.stdev(values))}"


def total(record):
    return record["compile"] + record["preparation"] + record["sampling"]


def moving(records):
    """A chain that is stuck has no rate, and would flatter whoever is compared with it: it is left out, unless all are."""
    return [r for r in records if r["worst_rhat"] <= agreement.LARGEST_RHAT] or records


def rates(records):
    """Warm-up, sampling and recovery."""
    return [r["least_ess"] / r["sampling"] for r in moving(records)]


def total_rates(records):
    """And preparation and compilation."""
    return [r["least_ess"] / total(r) for r in moving(records)]


def is_stuck(records):
    return all(r["worst_rhat"] > agreement.LARGEST_RHAT for r in records)


def rate(by_method, name):
    """None where there is nothing to compare with: no such run, or none that moved."""
    return statistics.mean(rates(by_method[name])) if name in by_method and not is_stuck(by_method[name]) else None


def total_rate(by_method, name):
    return statistics.mean(total_rates(by_method[name])) if name in by_method and not is_stuck(by_method[name]) else None


# --- one experiment ---

HEAD = """| method | min ESS | of | time, s | min ESS/s | to compile, s | everything, s | min ESS/s, everything | divergences | paper: min ESS | paper: min ESS/s |
|---|---|---|---|---|---|---|---|---|---|---|"""


def notes_on(records, mode):
    """Where a peer was stopped, or was given fewer draws; stuck chains; a machine with other work."""
    notes = []
    if any(r["draws"] != mode.draws for r in records):
        made = " and ".join(f"{n:,}" for n in sorted({r["draws"] for r in records}))
        notes.append(f'{records[0]["warmup"]:,} + {made} draws')
    stuck = sum(r["worst_rhat"] > agreement.LARGEST_RHAT for r in records)
    if stuck:
        notes.append(f"{stuck} of {len(records)} chains stuck" + (", not in the rates" if stuck < len(records) else ""))
    if any(r["is_busy"] for r in records):
        notes.append("busy")
    return f" ({'; '.join(notes)})" if notes else ""


def row(name, records, published, mode):
    paper_ess, paper_rate = published or (None, None)
    compiled = statistics.mean(r["compile"] for r in records)
    cells = [name + notes_on(records, mode), spread([r["least_ess"] for r in records]),
             records[0]["least_variable"], spread([r["sampling"] for r in records]), spread(rates(records)), number(compiled) if compiled else "",
             spread([total(r) for r in records]), spread(total_rates(records)), str(sum(r["divergences"] for r in records)),
             "" if paper_ess is None else f"{paper_ess:,}", "" if paper_rate is None else f"{paper_rate:,}"]
    return "| " + " | ".join(cells) + " |"


def section(experiment, by_method, mode):
    before, after = experiment.dimensions
    lines = [f"### {experiment.title}", "", f"{before} dimensions, {after} after collapse.", "", HEAD]
    lines += [row(name, records, experiment.published.get(name), mode) for name, records in by_method.items()]
    for name, figures in experiment.published.items():
        if name not in by_method:
            lines.append(f"| ({name} in the paper) |" + " |" * 9 + f" {figures[1]:,} |")
    return "\n".join(lines + [""])


# --- against the targets ---


def best_by_hand(by_method):
    """The fastest of the forms of Stan that somebody wrote for speed."""
    known = [name for name in FORMS_BY_HAND if rate(by_method, name)]
    return max(known, key=lambda name: rate(by_method, name), default=None)


@dataclass
class Ratio:
    target: int
    value: float = None  # nothing to compare with

    @property
    def text(self):
        if self.value is None:
            return ""
        return f"{number(self.value)} x, {'met' if self.value >= self.target else 'NOT met'}"


def ratio(target, ours, theirs):
    return Ratio(TARGETS[target], ours / theirs if ours and theirs else None)


@dataclass
class Standing:
    """One experiment against the three targets."""
    experiment: object
    ours: float
    written: float
    best_name: str
    best: float
    paper: float
    ours_total: float
    written_total: float
    best_total: float

    @property
    def ratios(self):
        return (ratio("written", self.ours, self.written), ratio("best", self.ours, self.best), ratio("paper", self.ours_total, self.paper))


def standing(experiment, by_method):
    best = best_by_hand(by_method)
    return Standing(experiment, rate(by_method, "HMC-M"), rate(by_method, "Stan"), best, rate(by_method, best), experiment.published.get("HMC-M", (None, None))[1],
                    total_rate(by_method, "HMC-M"), total_rate(by_method, "Stan"), total_rate(by_method, best))


def cell(x):
    return "" if x is None else number(x)


def standings_table(results):
    lines = ["| min ESS/s | HMC-M here | Stan, as written | ratio (100 x) | best Stan by hand | ratio (5 x) | HMC-M here, everything | HMC-M in the paper | ratio (20 x) |",
             "|---|---|---|---|---|---|---|---|---|"]
    for experiment, by_method in results.items():
        s = standing(experiment, by_method)
        written, best, paper = s.ratios
        form = f"{cell(s.best)} ({s.best_name.removeprefix('Stan, ')})" if s.best_name else ""
        lines.append("| " + " | ".join([experiment.title, cell(s.ours), cell(s.written), written.text, form, best.text, cell(s.ours_total),
                                        cell(s.paper), paper.text]) + " |")
    return "\n".join(lines)


def totals_table(results):
    lines = ["| min ESS/s with everything | HMC-M here | Stan, as written | ratio | best Stan by hand | ratio |", "|---|---|---|---|---|---|"]
    for experiment, by_method in results.items():
        s = standing(experiment, by_method)
        if s.ours_total and s.written_total and s.best_total:
            lines.append(f"| {experiment.title} | {cell(s.ours_total)} | {cell(s.written_total)} | {number(s.ours_total / s.written_total)} x | "
                         f"{cell(s.best_total)} | {number(s.ours_total / s.best_total)} x |")
    if len(lines) == 2:
        return ""
    return "With reading, preparation and compilation on both sides:\n\n" + "\n".join(lines) + "\n\n"


# --- agreement ---


def agreement_table(results):
    lines = ["| model | method | against | variable | standard errors | |", "|---|---|---|---|---|---|"]
    for experiment, by_method in results.items():
        for c in agreement.comparisons(by_method):
            lines.append(f"| {experiment.short} | {c.method} | {c.other} | {c.variable} | {c.off:.1f} | {c.verdict} |")
    return "\n".join(lines)


def disagreements(results):
    return [(e, c) for e, by_method in results.items() for c in agreement.comparisons(by_method) if c.is_wrong]


# --- the page ---


def preparation_table(sizes):
    lines = ["| N | time | operations per gradient, joint | collapsed |", "|---|---|---|---|"]
    lines += [f'| {r["N"]:,} | {1e3 * r["seconds"]:,.1f} ms | {r["operations_before"]:,.0f} | {r["operations_after"]:,.0f} |' for r in sizes]
    return "\n".join(lines)


def page(about, results, sizes):
    mode, wrong = about.mode, disagreements(results)
    verdict = f"{len(wrong)} comparisons fail: see below." if wrong else "All posterior means agree, but where a sampler failed."
    notes = "".join(f"\n- {note}" for note in about.failures)
    sections = "\n".join(section(e, by_method, mode) for e, by_method in results.items())
    return f"""# The paper's experiments, repeated

*Automatically Marginalized MCMC in Probabilistic Programming* (Lai, Burroni, Guan, Sheldon; ICML 2023): HMC is NUTS on the model as written, HMC-R on its non-centred form, HMC-M on what is left
after collapse, as `autumn sample` does it by itself: with a jump tried before each transition where few dimensions are left and that pays (docs/method.md), or with NUTS only (`--jumps none`), as in the paper. One chain of {mode.warmup:,} + {mode.draws:,} draws on one core, {len(mode.seeds)} seeds (mean ± sd over them; peers {len(mode.peer_seeds)}).
Written by `{about.command}` on {about.date}; nothing here was typed.

- Machine: {about.machine}.
- {about.version[:1].upper()}{about.version[1:]}{"; " if about.peers else ""}{"; ".join(about.peers)}.{notes}

## Where we stand

{standings_table(results)}

The minimum bulk ESS (effective sample size) is over all variables of the model as written, collapsed or not (it is made of ranks, and so the same for kappa and log kappa), computed by Autumn from the draws of every
system. The first ratios are over warm-up, sampling and recovery on both sides; the last is over everything, as in the paper, whose figures are from 10,000 + 100,000 draws on its own
machine.

{totals_table(results)}![Minimum ESS per second of every system on every model](figures/bars.svg)

## The funnel, and the funnel gone

![Draws of mu and log tau for eight schools, without and with collapse](figures/funnel.svg)

## All methods

Time is of warm-up, sampling and recovery; everything adds reading, preparation and compilation, but not the summary of the draws. Times are of the processor. Stan is built and run as CmdStan does it (-O3, precompiled
header), with its draws kept in memory. A peer that would need more than {mode.peer_limit:.0f} s for a run makes fewer draws, which the table says. JAX compiles
within the run, and what it reports of that is taken apart. "Busy" marks runs that shared their core with other work.

{sections}
![ESS per second of every component of the electric company model](figures/electric.svg)

## Do they agree?

The largest difference of posterior means (of log kappa for kappa, which has no variance) from a method whose sampler did not fail, in combined Monte Carlo standard errors; above {agreement.LIMIT:.0f} it counts. A sampler
failed that had divergences in more than {agreement.MOST_DIVERGENT:.2%} of its draws, an ESS below 100, or an R-hat above {agreement.LARGEST_RHAT}. {verdict}

{agreement_table(results)}

## Preparation against the number of observations

The paper's Appendix F takes a parent with N children, and reports that the time to prepare it grows faster than N. Here, processor time of `autumn explain`, from reading the data to printing the plan:

![Time of preparation, and operations per gradient, against N](figures/preparation.svg)

{preparation_table(sizes)}
"""


def aligned(rows):
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(f"{text:<{w}}" if k == 0 else f"{text:>{w}}" for k, (text, w) in enumerate(zip(row, widths))) for row in rows)


def terminal(about, results):
    """The table at the end of a run."""
    rows = [("min ESS/s", "HMC", "HMC-R", "HMC-M", "Stan", "", "Stan by hand", "", "paper's HMC-M", "")]
    for experiment, by_method in results.items():
        s = standing(experiment, by_method)
        ratios = [r.text for r in s.ratios]
        rows.append((experiment.short, cell(rate(by_method, "HMC")), cell(rate(by_method, "HMC-R")), cell(s.ours), cell(s.written), ratios[0], cell(s.best), ratios[1],
                     cell(s.paper), ratios[2]))
    wrong = [f"DISAGREE: {e.short}, {c.method} and {c.other} on {c.variable} by {c.off:.1f} standard errors" for e, c in disagreements(results)]
    return "\n".join(["", aligned(rows), "", *(wrong or ["Posterior means agree between all samplers that did not fail."]), *about.failures])


# --- the top of the README ---

BEGIN, END = "<!-- paper: written by bench/paper/run.py -->", "<!-- paper: end -->"


def readme_part(about, results):
    lines = ["| minimum ESS per second | dimensions | sampled | Autumn | Stan, as written | Stan, best by hand |", "|---|---|---|---|---|---|"]
    for experiment, by_method in results.items():
        s = standing(experiment, by_method)
        times = lambda theirs: f"{cell(theirs)} ({number(s.ours / theirs)} x)" if s.ours and theirs else ""
        lines.append(f"| {experiment.short} | {experiment.dimensions[0]} | {experiment.dimensions[1]} | {cell(s.ours)} | {times(s.written)} | {times(s.best)} |")
    target = "make paper-full" if about.mode.name == "full" else "make paper"
    stan = next((f"; {note}" for note in about.peers if note.startswith("Stan")), "")
    return "\n".join([
        BEGIN, "![Minimum ESS per second of each system on the models of the paper](docs/figures/bars.svg)", "", *lines, "",
        "The programs are the paper's, as one would write them; \"by hand\" is the better of non-centred and marginalised. Minimum bulk ESS (effective sample size) over all variables per second of warm-up, sampling and",
        f"recovery; {about.mode.warmup:,} + {about.mode.draws:,} draws, one core of {about.machine.split(',')[0]}{stan}; {about.date}. `{target}` repeats it, and `docs/paper.md` has all methods, systems and times.", END])


def update_readme(path, about, results):
    text = path.read_text()
    if BEGIN in text and END in text:
        head, rest = text.split(BEGIN, 1)
        path.write_text(head + readme_part(about, results) + rest.split(END, 1)[1])


# --- what the figures need ---


def funnel(autumn, folder):
    """Draws of mu and log tau for eight schools, without and with collapse."""
    result = {}
    for name, options in (("without collapse", ["--marginalize", "none"]), ("with collapse", [])):
        with tempfile.TemporaryDirectory(dir=folder) as place:
            subprocess.run([str(autumn), "sample", str(MODELS / "eight_schools.stan"), "--data", str(EXPERIMENTS[0].data_path()), "--chains", "1", "--threads", "1",
                            "--draws", "10000", "--seed", "1", "--quiet", "--output", f"{place}/out", *options], check=True)
            with open(f"{place}/out/chain_1.csv") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        result[name] = {"mu": [float(r["mu"]) for r in rows], "log_tau": [math.log(float(r["tau"])) for r in rows]}
    return result


def component_rates(by_method):
    """ESS per second of every component, ordered, for our three methods."""
    mean = lambda records, name: statistics.mean(r["ess"][name] / r["sampling"] for r in records)
    return {m: sorted(mean(by_method[m], name) for name in by_method[m][0]["ess"]) for m in ("HMC", "HMC-R", "HMC-M") if m in by_method}


def figure_inputs(results, sizes, funnel_draws):
    bars = {e.short: {name: rate(by_method, name) for name in by_method if rate(by_method, name)} for e, by_method in results.items()}
    electric = next((component_rates(m) for e, m in results.items() if e.name == "electric_company"), {})
    return {"bars": bars, "published": {e.short: e.published.get("HMC-M", (None, None))[1] for e in results}, "electric": electric, "sizes": sizes,
            "funnel": funnel_draws}
