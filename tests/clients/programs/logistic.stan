// Two coefficients that no conjugacy removes, so that metrics, inits and engines have something to act on.
data {
  int<lower=0> N;
  vector[N] x;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  vector[2] beta;
}
model {
  beta ~ normal(0, 2.5);
  y ~ bernoulli_logit(beta[1] + beta[2] * x);
}
