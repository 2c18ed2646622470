// A power as the exponential of a logarithm.
// fate lam: collapsed
// self-test: passes
data {
  int n;
  vector[n] t;
}
parameters {
  real<lower=0> k;
  real<lower=0> lam;
}
model {
  k ~ lognormal(0, 1);
  lam ~ gamma(2, 2);
  t ~ weibull(k, exp(-log(lam) / k));
}
