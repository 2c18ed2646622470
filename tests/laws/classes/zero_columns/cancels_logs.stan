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
  y ~ normal(exp(log(c)) * a - c * a + b, 1);
}
