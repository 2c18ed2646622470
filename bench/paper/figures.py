"""The figures of docs/paper.md, as SVG and PNG: figures.py INPUTS.json FOLDER. Needs matplotlib, from the virtual environment of the bench."""
import json
import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import numpy as np

OURS, STAN, NUMPYRO, PYMC, JAGS, PAPER = "#b5531c", "#2b6a8f", "#4f8a5b", "#8a6fa8", "#7a7a7a", "#c9a227"
METHOD_COLOURS = {"HMC": "#7a7a7a", "HMC-R": "#2b6a8f", "HMC-M": OURS}
STYLE = {"font.size": 10, "font.family": "DejaVu Sans", "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 11,
         "axes.titleweight": "bold", "axes.edgecolor": "#555", "axes.grid": True, "grid.color": "#e4e4e4", "axes.axisbelow": True,
         "svg.fonttype": "path", "svg.hashsalt": "autumn", "figure.facecolor": "white"}
ORDER = ("HMC-M", "HMC-R", "HMC", "Stan, by hand", "Stan, non-centred", "Stan", "NumPyro, by hand", "NumPyro, non-centred", "NumPyro", "PyMC + nutpie",
         "JAGS", "paper")
LABELS = {"HMC-M": "Autumn", "HMC-R": "Autumn, non-centred, no collapse", "HMC": "Autumn, no collapse", "Stan": "Stan, as written",
          "NumPyro": "NumPyro, as written", "PyMC + nutpie": "PyMC + nutpie, as written", "JAGS": "JAGS, as written", "paper": "HMC-M in the paper"}
Y, SIGMA = np.array([28, 8, -3, 7, -1, 1, 18, 12.0]), np.array([15, 10, 16, 11, 9, 11, 10, 18.0])


def save(figure, folder, name):
    for kind in ("svg", "png"):
        figure.savefig(folder / f"{name}.{kind}", dpi=110, bbox_inches="tight", metadata={"Date": None} if kind == "svg" else None)
    plt.close(figure)


def colour(name):
    starts = {"HMC": OURS, "Stan": STAN, "NumPyro": NUMPYRO, "PyMC": PYMC, "JAGS": JAGS, "paper": PAPER}
    return next(c for start, c in starts.items() if name.startswith(start))


def short_number(x):
    if x >= 1e6:
        return f"{x / 1e6:.1f}M"
    if x >= 1e4:
        return f"{x / 1e3:.0f}k"
    if x >= 1e3:
        return f"{x / 1e3:.1f}k"
    return f"{x:.0f}" if x >= 10 else f"{x:.1f}"


def bars(inputs, folder):
    models = inputs["bars"]
    for name, published in inputs["published"].items():
        if published:
            models[name]["paper"] = published
    systems = [s for s in ORDER if any(s in by_system for by_system in models.values())]
    rows = (len(models) + 2) // 3
    figure, axes = plt.subplots(rows, 3, figsize=(10.5, 0.55 + rows * (0.62 + 0.235 * len(systems))), sharex=True, sharey=True, squeeze=False)
    values = [v for by_system in models.values() for v in by_system.values()]
    low, high = 10 ** np.floor(np.log10(min(values))), max(values)
    for axis, (model, by_system) in zip(axes.flat, models.items()):
        for k, system in enumerate(systems):
            if system in by_system:
                axis.barh(k, by_system[system] - low, left=low, color=colour(system), alpha=1.0 if system in ("HMC-M", "paper") else 0.72, height=0.74)
                axis.text(by_system[system] * 1.15, k, short_number(by_system[system]), va="center", fontsize=8.5, color="#333")
        axis.set(title=model, xscale="log", xlim=(low, high * 6))
        axis.set_yticks(range(len(systems)), [LABELS.get(s, s) for s in systems])
        axis.tick_params(axis="y", length=0)
        axis.grid(False, axis="y")
    axes[0][0].invert_yaxis()
    for axis in axes.flat[len(models):]:
        axis.set_visible(False)
    figure.supxlabel("minimum ESS per second over all variables (warm-up, sampling, recovery; log scale)", fontsize=10)
    figure.tight_layout(h_pad=1.2, w_pad=0.8)
    save(figure, folder, "bars")


def log_posterior(mu, log_tau):
    """Of eight schools, with the effects integrated out."""
    tau = np.exp(log_tau)
    variance = SIGMA[:, None, None] ** 2 + tau**2
    likelihood = -0.5 * (np.log(variance) + (Y[:, None, None] - mu) ** 2 / variance).sum(0)
    return likelihood - 0.5 * (mu / 5) ** 2 - np.log1p((tau / 5) ** 2) + log_tau


def funnel(inputs, folder):
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.9), sharex=True, sharey=True)
    mu, log_tau = np.meshgrid(np.linspace(-9, 17, 200), np.linspace(-6, 4, 200))
    density = np.exp(log_posterior(mu, log_tau) - log_posterior(mu, log_tau).max())
    mass = np.sort(density.ravel())[::-1]
    shares = np.cumsum(mass) / mass.sum()
    levels = [mass[np.searchsorted(shares, p)] for p in (0.99, 0.95, 0.8, 0.5, 0.2)]
    for axis, (name, draws) in zip(axes, inputs["funnel"].items()):
        thin = slice(None, None, max(1, len(draws["mu"]) // 4000))
        axis.scatter(draws["mu"][thin], draws["log_tau"][thin], s=3, color=METHOD_COLOURS["HMC" if "without" in name else "HMC-M"], alpha=0.35, linewidths=0, rasterized=True)
        axis.contour(mu, log_tau, density, levels, colors="#222", linewidths=0.8)
        low = np.mean(np.array(draws["log_tau"]) < -1)
        axis.set(title=name, xlabel="mu", xlim=(-9, 17), ylim=(-6, 4))
        axis.text(0.02, 0.03, f"log tau < −1: {100 * low:.1f} % of draws", transform=axis.transAxes, fontsize=9, color="#333")
    exact = density[log_tau < -1].sum() / density.sum()
    axes[0].set_ylabel("log tau")
    axes[0].text(0.02, 0.10, f"exact: {100 * exact:.1f} %", transform=axes[0].transAxes, fontsize=9, color="#333")
    figure.text(0.5, -0.02, "10,000 draws of one chain; contours: the exact posterior (20, 50, 80, 95 and 99 % of its mass)", ha="center", fontsize=9, color="#333")
    figure.tight_layout()
    save(figure, folder, "funnel")


def electric(inputs, folder):
    figure, axis = plt.subplots(figsize=(8, 3.6))
    for name, values in inputs["electric"].items():
        axis.plot(range(1, len(values) + 1), values, "o-", markersize=2.5, linewidth=1.2, color=METHOD_COLOURS[name], label=name)
    axis.set(yscale="log", xlabel="component of the electric company model, ordered by its rate", ylabel="ESS per second")
    axis.legend(frameon=False, ncols=3, loc="lower right")
    figure.tight_layout()
    save(figure, folder, "electric")


def preparation(inputs, folder):
    rows = inputs["sizes"]
    sizes = np.array([r["N"] for r in rows], float)
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4))
    seconds = [r["seconds"] for r in rows]
    axes[0].loglog(sizes, seconds, "o-", color=OURS)
    axes[0].loglog(sizes[2:], seconds[-1] * sizes[2:] / sizes[-1], "--", color="#888", linewidth=1)
    axes[0].text(sizes[3], seconds[-1] * sizes[3] / sizes[-1] * 0.45, "linear", color="#666", fontsize=9)
    axes[0].set(title="Time of preparation, s", xlabel="N, observations")
    for key, name, shade in (("operations_before", "as written", METHOD_COLOURS["HMC"]), ("operations_after", "collapsed", OURS)):
        axes[1].loglog(sizes, [r[key] for r in rows], "o-", color=shade, label=name)
    axes[1].set(title="Size of the graph, operations per gradient", xlabel="N, observations")
    axes[1].legend(frameon=False)
    figure.tight_layout()
    save(figure, folder, "preparation")


def main():
    inputs, folder = json.loads(pathlib.Path(sys.argv[1]).read_text()), pathlib.Path(sys.argv[2])
    plt.rcParams.update(STYLE)
    for draw in (bars, funnel, electric, preparation):
        draw(inputs, folder)


main()
