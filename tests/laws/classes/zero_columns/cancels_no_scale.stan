// draws: finite
// reference: a mean 0 sd 1
// self-test: passes
data {
  vector[5] y;
}
parameters {
  real a;
  real b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y ~ normal(a + b - a, 1);
}
