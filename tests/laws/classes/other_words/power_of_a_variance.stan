// A power of a variance, and a flat mean.
// fate m: collapsed
// fate v: collapsed
// self-test: passes
data {
  int n;
  vector[n] y;
}
parameters {
  real m;
  real<lower=0> v;
}
model {
  target += -2.5 * log(v);
  y ~ normal(m, sqrt(v));
}
