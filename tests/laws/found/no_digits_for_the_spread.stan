// Numbers of 1e14 have no digits left for a spread of 1e-6 (seed 3033556)
data {
  int<lower=0> N;
  int<lower=0> J;
  vector[N] x;
}
parameters {
  real a;
  real b;
  vector[J] u;
}
model {
  b ~ normal(1e6, 1e-8);
  u ~ normal(a, 1e-6);
  1 ~ normal(u[1] + b * x, 1);
}
