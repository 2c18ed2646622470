// A ridge beside an intercept that has a prior of its own.
data {
  int<lower=1> N;
  int<lower=1> K;
  matrix[N, K] X;
  vector[N] y;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  alpha ~ normal(0, 5);
  beta ~ normal(0, tau);
  tau ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(alpha + X * beta, sigma);
}
