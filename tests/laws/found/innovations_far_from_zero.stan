// A prior mean far away, in units of the scale of the data (seed 317443)
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
  real<lower=0> h;
}
model {
  a ~ normal(0, 1e4);
  b ~ normal(1e6, 1);
  s ~ inv_gamma(1e-3, 1e-3);
  u ~ normal(1, 1e-6);
  h ~ inv_gamma(1e-2, 1e-2);
  y ~ normal(a + b * x, 1e-8 * s);
}
