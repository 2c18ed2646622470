// A gamma number for each row, seen with noise; only their common rate is conjugate.
data {
  int<lower=1> N;
  vector[N] y;
}
parameters {
  vector<lower=0>[N] e;
  real<lower=0> b;
  real<lower=0> s;
}
model {
  e ~ gamma(2, b);
  b ~ gamma(1, 1);
  s ~ exponential(1);
  y ~ normal(e, s);
}
