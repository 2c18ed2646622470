// Nothing is left to sample.
data {
  int<lower=0> N;
  vector[N] y;
  array[N] int<lower=0> n;
}
parameters {
  real mu;
  real<lower=0> rate;
}
model {
  mu ~ normal(0, 10);
  rate ~ gamma(2, 1);
  y ~ normal(mu, 1);
  n ~ poisson(rate);
}
