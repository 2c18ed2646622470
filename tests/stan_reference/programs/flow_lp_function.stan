// A function that adds to the density itself, on some of its paths.
functions {
  void add_prior_lp(real x, real limit) {
    if (x < limit) {
      x ~ normal(0, 2);
      return;
    }
    x ~ cauchy(0, 1);
    target += -1;
  }
  real jitter_lp(real raw, real mu) {
    raw ~ std_normal();
    if (mu > 0.5) return mu;
    raw ~ normal(mu, 1);
    return mu + 0.1 * raw;
  }
}
data {
  vector[5] y;
}
parameters {
  real x;
  real raw;
}
transformed parameters {
  real z = 2 * x;
}
model {
  add_prior_lp(x, 0.3);
  add_prior_lp(raw, x);
  real m = jitter_lp(raw, z);
  y ~ normal(m, 1.3);
}
