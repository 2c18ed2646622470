// A mean in units of the scale, and a power of it.
// fate m: collapsed
// fate s: collapsed
// self-test: passes
data {
  int n;
  vector[n] y;
}
parameters {
  real m;
  real<lower=0> s;
}
model {
  m ~ normal(1, 2 * s);
  y ~ normal(m, s);
  target += -3 * log(s);
}
