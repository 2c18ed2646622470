// Levels that decay at a common rate.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] z;
  vector[N] y;
}
parameters {
  real a;
  real b;
  vector[J] u;
  real<lower=0> k;
  real<lower=0> s;
  real<lower=0> su;
}
model {
  a ~ normal(0, 5);
  b ~ normal(0, 5);
  u ~ normal(a, su);
  k ~ exponential(1);
  s ~ exponential(1);
  su ~ exponential(1);
  y ~ normal(u[g] .* exp(-k * z) + b, s);
}
