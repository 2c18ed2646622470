"""JAGS (Debian package jags), as written: Gibbs sampling where it can, slices elsewhere."""
import array
import itertools
import json
import os
import pathlib
import subprocess
import tempfile
import time

import common

PROGRAMS = {
    "eight_schools": """model {
  mu ~ dnorm(0, pow(5, -2))
  tau ~ dt(0, pow(5, -2), 1) T(0,)
  for (j in 1:J) { theta[j] ~ dnorm(mu, pow(tau, -2))  y[j] ~ dnorm(theta[j], pow(sigma[j], -2)) }
}""",
    "binary_trials": """model {
  m ~ dunif(0, 1)
  kappa ~ dpar(1.5, 1)
  for (i in 1:N) { theta[i] ~ dbeta(m * kappa, (1 - m) * kappa)  y[i] ~ dbin(theta[i], K[i]) }
}""",
    "electric_company": """model {
  for (g in 1:n_grade) { mu_a[g] ~ dnorm(0, 1)  log_sigma[g] ~ dnorm(0, 1)  b[g] ~ dnorm(0, pow(100, -2)) }
  for (j in 1:n_pair) { a[j] ~ dnorm(100 * mu_a[grade_pair[j]], 1) }
  for (i in 1:N) { y[i] ~ dnorm(a[pair[i]] + b[grade[i]] * treatment[i], exp(-2 * log_sigma[grade[i]])) }
}""",
    "fibrosis": """model {
  mu_alpha ~ dnorm(0, pow(500, -2))
  sigma_alpha ~ dt(0, pow(100, -2), 1) T(0,)
  mu_beta ~ dnorm(0, pow(3, -2))
  sigma_beta ~ dt(0, pow(3, -2), 1) T(0,)
  sigma ~ dt(0, pow(100, -2), 1) T(0,)
  for (j in 1:J) { alpha[j] ~ dnorm(mu_alpha, pow(sigma_alpha, -2))  beta[j] ~ dnorm(mu_beta, pow(sigma_beta, -2)) }
  for (i in 1:N) { y[i] ~ dnorm(alpha[patient[i]] + beta[patient[i]] * week[i], pow(sigma, -2)) }
}""",
}
VARIABLES = {"eight_schools": "mu tau theta", "binary_trials": "m kappa theta", "electric_company": "mu_a log_sigma a b",
             "fibrosis": "mu_alpha sigma_alpha mu_beta sigma_beta alpha beta sigma"}


def r_text(value):
    return json.dumps(value) if not isinstance(value, list) else "c(" + ", ".join(map(json.dumps, value)) + ")"


def script(options):
    """JAGS has no clock: the ages of the two files of parameters are its times."""
    monitors = "\n".join(f"monitor {name}" for name in VARIABLES[options.model].split())
    return f"""model in model.bug
data in data.R
compile, nchains(1)
parameters in seed.R
initialize
parameters to begin.R
update {options.warmup}
{monitors}
update {options.draws}
parameters to end.R
coda *
exit
"""


def read_coda(folder):
    columns = {}
    with open(folder / "CODAchain1.txt") as chain:
        for line in (folder / "CODAindex.txt").read_text().splitlines():
            name, first, last = line.split()
            lines = itertools.islice(chain, int(last) - int(first) + 1)
            columns[name.replace("[", ".").rstrip("]")] = array.array("d", (float(x.split()[1]) for x in lines))
    return columns


def main():
    options = common.arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        used = {k: v for k, v in options.values.items() if k in PROGRAMS[options.model]}
        (folder / "data.R").write_text("".join(f"{k} <- {r_text(v)}\n" for k, v in used.items()))
        (folder / "model.bug").write_text(PROGRAMS[options.model])
        (folder / "seed.R").write_text(f'.RNG.name <- "base::Mersenne-Twister"\n.RNG.seed <- {options.seed}\n')
        (folder / "run.cmd").write_text(script(options))
        start = time.time()
        subprocess.run(["jags", "run.cmd"], cwd=folder, check=True)
        begin, end = (os.stat(folder / f"{name}.R").st_mtime for name in ("begin", "end"))
        columns = read_coda(folder)
    common.write_times(options.times, preparation=begin - start, sampling=end - begin, draws=options.draws)
    common.write_columns(options.output, columns)


main()
