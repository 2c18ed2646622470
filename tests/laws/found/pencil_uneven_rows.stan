// Rotations gave rows of unit size the rounding of rows of 1e8.
data {
  int<lower=0> N;
  int<lower=0> J;
  vector[N] y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  vector[J] u;
  real<lower=0> s;
}
model {
  b ~ normal(a, 1e-8);
  u ~ normal(a, s);
  y ~ normal(u[1] + b * x, 1);
}
