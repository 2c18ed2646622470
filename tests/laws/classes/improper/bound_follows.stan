// b has a bound that moves with a.
// improper: a + b; a
parameters {
  real a;
  real<lower=a> b;
}
model {
  b - a ~ normal(0, 1);
}
