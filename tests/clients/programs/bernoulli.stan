// A rate with a uniform prior: the posterior of theta is beta(1 + sum(y), 1 + N - sum(y)).
data {
  int<lower=0> N;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real<lower=0, upper=1> theta;
}
model {
  theta ~ beta(1, 1);
  y ~ bernoulli(theta);
}
