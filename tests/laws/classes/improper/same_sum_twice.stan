// improper: a - b
data {
  real y;
  real z;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(a + b, 1);
  z ~ normal(2 * a + 2 * b, 1);
}
