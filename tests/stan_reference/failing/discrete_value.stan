// A count that parameters decide has a discrete distribution: refused, with ~ and with _lpmf.
parameters {
  real c;
  real<lower=0> s;
}
model {
  int k = 2 + (c > 0);
  c ~ normal(0, 1);
  s ~ exponential(1);
  k ~ poisson(s);
}
