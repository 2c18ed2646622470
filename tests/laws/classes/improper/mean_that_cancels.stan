// Three statements know the differences of u and a only; eliminating u leaves rounding of a.
// improper: a + u[1] + u[2] + u[3]
parameters {
  real a;
  vector[3] u;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  u ~ normal(a, 1);
  u ~ normal(a, s);
  u - a ~ normal(0, 1);
}
