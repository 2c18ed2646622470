"""Stan, by PyPI's pystan and httpstan: the programs of models/paper as they stand. `compile` leaves the program in httpstan's cache."""
import pathlib
import subprocess
import tempfile

import httpstan.compile
import httpstan.models
import numpy
import stan

import common

MODELS = pathlib.Path(__file__).resolve().parents[3] / "models" / "paper"


def translate(code, name):
    """As httpstan does it, but without its limit of one second, which a busy machine may need."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.stan"
        path.write_text(code)
        command = [httpstan.models.PACKAGE_DIR / "stanc", "--name", name, "--print-cpp", path]
        run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return run.stdout, run.stderr


def main():
    options = common.arguments()
    suffix = "" if options.form == "as_written" else "_" + options.form
    code = (MODELS / f"{options.model}{suffix}.stan").read_text()
    httpstan.compile.compile = translate
    model = stan.build(code, data=options.data, random_seed=options.seed)
    if options.action == "compile":
        return
    fit = model.sample(num_chains=1, num_warmup=options.warmup, num_samples=options.draws)
    names = [*fit.sample_and_sampler_param_names, *fit.constrained_param_names]
    draws = {name: numpy.asarray(fit._draws[k, :, 0]) for k, name in enumerate(names) if not name.endswith("__")}
    common.write_draws(options.output, draws, numpy.asarray(fit._draws[names.index("divergent__"), :, 0]))


main()
