"""The paper's experiments: models, data sets, methods, and the figures it published."""
from dataclasses import dataclass, field
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODELS = ROOT / "models" / "paper"


@dataclass(frozen=True)
class Method:
    name: str
    program: str
    options: tuple = ()


@dataclass(frozen=True)
class Experiment:
    name: str
    title: str
    short: str  # for pictures
    data: str
    variables: tuple  # of the model as written, without indices; the minimum ESS is over all their elements
    methods: tuple
    published: dict = field(default_factory=dict, hash=False)  # method: (min ESS, min ESS per second); None if not printed
    dimensions: tuple = (0, 0)  # before and after collapse

    def data_path(self):
        return MODELS / "data" / f"{self.data}.json"

    @property
    def program(self):
        return self.methods[0].program


def methods(program, has_non_centred):
    """HMC on the model as written, HMC-R on its non-centred form, HMC-M with what can be collapsed collapsed (as `autumn sample` does it
    by itself); and HMC-M without jumps, which is nothing but NUTS on what is left."""
    joint = ("--marginalize", "none", "--jumps", "none")
    result = [Method("HMC", program, joint)]
    if has_non_centred:
        result.append(Method("HMC-R", program + "_noncentred", joint))
    return tuple(result + [Method("HMC-M", program), Method("HMC-M, NUTS only", program, ("--jumps", "none"))])


def trials(name, title, short, data, count, published):
    return Experiment(name, title, short, data, ("m", "kappa", "theta"), methods("binary_trials", False),
                      {k: (None, v) for k, v in published.items()}, (count + 2, 2))


EXPERIMENTS = (
    Experiment("eight_schools", "Eight schools", "eight schools", "eight_schools", ("mu", "tau", "theta"),
               methods("eight_schools", True), dimensions=(10, 1)),
    trials("baseball_1970", "Repeated binary trials: baseball 1970 (18)", "baseball 1970", "baseball_1970", 18,
           {"HMC": 14.8, "HMC-M": 592.3, "Stan": 155.9, "Stan, by hand": 1407.9}),
    trials("rat_tumors", "Repeated binary trials: rat tumours (71)", "rat tumours", "rat_tumors", 71,
           {"HMC": 37.7, "HMC-M": 1072.7, "Stan": 623.7, "Stan, by hand": 1826.2}),
    trials("baseball_1996", "Repeated binary trials: baseball 1996 AL (308)", "baseball 1996", "baseball_1996_al", 308,
           {"HMC": 3.5, "HMC-M": 467.0, "Stan": 97.0, "Stan, by hand": 994.1}),
    Experiment("electric_company", "Electric company", "electric company", "electric_company", ("mu_a", "log_sigma", "a", "b"),
               methods("electric_company", True), dimensions=(108, 4)),
    Experiment("fibrosis", "Pulmonary fibrosis (simulated data of its shape)", "fibrosis", "fibrosis_simulated",
               ("mu_alpha", "sigma_alpha", "mu_beta", "sigma_beta", "alpha", "beta", "sigma"), methods("fibrosis", True),
               {"HMC": (19817, 0.1), "HMC-R": (11362, 0.1), "HMC-M": (96135, 1.8)}, (351, 3)),
)


@dataclass(frozen=True)
class Mode:
    name: str
    warmup: int
    draws: int
    seeds: tuple
    peer_seeds: tuple
    peer_limit: float  # processor seconds for one run of a peer


QUICK = Mode("quick", 1000, 10_000, (1, 2), (1, 2), 20.0)
FULL = Mode("full", 10_000, 100_000, (1, 2, 3, 4, 5), (1, 2), 60.0)
