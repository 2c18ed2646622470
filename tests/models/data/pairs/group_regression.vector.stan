// Intercepts and slopes per group, their means with a regressor of the group, as vectors.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> g;
  vector[J] u;
  vector[N] x;
  vector[N] y;
}
parameters {
  vector[J] a;
  vector[J] b;
  vector[2] gamma;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  a ~ normal(gamma[1] + gamma[2] * u, tau);
  b ~ normal(0, 1);
  y ~ normal(a[g] + b[g] .* x, sigma);
}
