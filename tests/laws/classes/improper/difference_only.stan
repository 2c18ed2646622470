// improper: a + b
data {
  real y;
}
parameters {
  real a;
  real b;
}
model {
  y ~ normal(a - b, 1);
}
