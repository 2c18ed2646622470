// self-test: passes
data {
  real y;
}
parameters {
  real a;
}
model {
  a ~ normal(0, 1);
  y ~ normal(a * a + a, 1);
}
