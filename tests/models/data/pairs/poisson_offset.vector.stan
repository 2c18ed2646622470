// Counts with an exposure and an effect per group, as a whole.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> g;
  array[N] int<lower=0> count;
  vector<lower=0>[N] exposure;
  vector[N] x;
}
parameters {
  real a;
  real b;
  vector[J] u;
  real<lower=0> tau;
}
model {
  tau ~ normal(0, 1);
  u ~ normal(0, tau);
  count ~ poisson_log(log(exposure) + a + b * x + u[g]);
}
