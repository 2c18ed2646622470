// draws: finite
// self-test: passes
data {
  vector[5] y;
}
parameters {
  real a;
  real b;
  real<lower=0> c;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ exponential(1);
  y ~ normal(0.1 * a + 0.2 * a - 0.3 * a + b * c, 1);
}
