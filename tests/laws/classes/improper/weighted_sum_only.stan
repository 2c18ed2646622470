// improper: 3*a - 2*b
data {
  real y;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(2 * a + 3 * b, 1);
}
