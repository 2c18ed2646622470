// improper: a
data {
  real y;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(0 * a + b, 1);
}
