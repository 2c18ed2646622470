// Effects of groups, and residuals of which each depends on the one before.
data {
  int<lower=2> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> g;
  vector[N] x;
  vector[N] y;
}
parameters {
  real a;
  real b;
  real<lower=-1, upper=1> phi;
  vector[J] u;
  real<lower=0> s;
  real<lower=0> su;
}
model {
  vector[N] m = a + b * x + u[g];
  a ~ normal(0, 5);
  b ~ normal(0, 5);
  u ~ normal(0, su);
  su ~ exponential(1);
  s ~ exponential(1);
  y[1] ~ normal(m[1], s);
  y[2 : N] ~ normal(m[2 : N] + phi * (y[1 : N - 1] - m[1 : N - 1]), s);
}
