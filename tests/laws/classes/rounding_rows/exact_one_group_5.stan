// the log of the marginal density of the scales (exponential priors, log scale), by elimination in rational numbers
// self-test: passes
// collapsed density at {"m": 0, "v": [0], "s": 0.7, "t": 1.5}: -11.8318327742
// collapsed density at {"m": 0, "v": [0], "s": 2, "t": 0.01}: -15.5991073817
// collapsed density at {"m": 0, "v": [0], "s": 0.1, "t": 30}: -257.500663262
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  real m;
  vector[J] v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  v ~ normal(m, t);
  y ~ normal(m + v[g], s);
}
