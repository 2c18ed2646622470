// self-test: passes
data {
  int N;
  vector[N] y;
}
parameters {
  real m;
  real z;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  z ~ normal(0, 1);
  y ~ normal(2 * m + t * z, s);
}
