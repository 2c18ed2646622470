// draws: finite
// reference: a[1] mean 0 sd 1
// self-test: passes
data {
  vector[5] y;
}
parameters {
  vector[5] a;
  real b;
  real<lower=0> c;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ exponential(1);
  y ~ normal(a + b * c - a, 1);
}
