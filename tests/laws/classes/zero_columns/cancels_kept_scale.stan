// draws: finite
// reference: a mean 0 sd 1
// self-test: passes
data {
  vector[5] y;
}
parameters {
  real a;
  real b;
  real c;
  real<lower=0> w;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  c ~ normal(0, 1);
  w ~ exponential(1);
  y ~ normal(a + b * c - a, w);
}
