// Groups with few and with some trials, around a mean.
data {
  int J;
  array[J] int<lower=0> n;
  array[J] int<lower=0> y;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector[J] theta;
}
model {
  mu ~ normal(0, 1);
  tau ~ normal(0, 1);
  theta ~ normal(mu, tau);
  y ~ binomial_logit(n, theta);
}
