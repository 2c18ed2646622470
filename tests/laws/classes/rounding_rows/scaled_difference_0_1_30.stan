// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  real m;
  vector[2] u;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  u ~ normal(m, t);
  y ~ normal(0.1 * u[1] - 0.1 * u[2], s);
}
