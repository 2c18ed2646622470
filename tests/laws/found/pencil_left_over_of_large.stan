// What is left over of numbers of 1e16 was their rounding.
data {
  int<lower=0> N;
  vector[N] y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  real<lower=0> s;
}
model {
  a ~ normal(0, 1e8);
  b ~ normal(a, 1e-4);
  y ~ normal(a + b * x, s);
}
