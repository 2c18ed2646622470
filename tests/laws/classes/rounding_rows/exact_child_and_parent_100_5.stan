// the log of the marginal density of the scales (exponential priors, log scale), by elimination in rational numbers
// self-test: passes
// collapsed density at {"m": 0, "v": [0, 0, 0, 0, 0], "w": [0, 0, 0, 0, 0], "s": 0.7, "t": 1.5, "t2": 0.4}: -113.871529517
// collapsed density at {"m": 0, "v": [0, 0, 0, 0, 0], "w": [0, 0, 0, 0, 0], "s": 2, "t": 0.01, "t2": 1}: -179.41435526
// collapsed density at {"m": 0, "v": [0, 0, 0, 0, 0], "w": [0, 0, 0, 0, 0], "s": 0.5, "t": 3, "t2": 0.001}: -128.57552444
data {
  int N;
  int J;
  array[N] int<lower=1, upper=J> g;
  vector[N] y;
}
parameters {
  real m;
  vector[J] v;
  vector[J] w;
  real<lower=0> s;
  real<lower=0> t;
  real<lower=0> t2;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  t2 ~ exponential(1);
  v ~ normal(m, t);
  w ~ normal(v, t2);
  y ~ normal(v[g] + w[g], s);
}
