// The prior's shape comes from an included file.
functions {
#include prior_shape.stan
}
data {
  int<lower=0> N;
  array[N] int<lower=0, upper=1> y;
}
parameters {
  real<lower=0, upper=1> theta;
}
model {
  theta ~ beta(prior_shape(), prior_shape());
  y ~ bernoulli(theta);
}
