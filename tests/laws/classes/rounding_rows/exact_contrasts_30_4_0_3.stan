// the log of the marginal density of the scales (exponential priors, log scale), by elimination in rational numbers
// self-test: passes
// collapsed density at {"m": 0, "u": [0, 0, 0, 0], "s": 0.7, "t": 1.5}: -50.7035217409
// collapsed density at {"m": 0, "u": [0, 0, 0, 0], "s": 2, "t": 0.01}: -57.8656943196
// collapsed density at {"m": 0, "u": [0, 0, 0, 0], "s": 0.1, "t": 30}: -1389.09948898
data {
  int N;
  int J;
  array[N] int i;
  array[N] int k;
  vector[N] y;
}
parameters {
  real m;
  vector[J] u;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  u ~ normal(m, t);
  y ~ normal(0.3 * u[i] - 0.3 * u[k], s);
}
