// A few trials of each of a few groups that hardly differ: the scale may be nearly zero.
data {
  int<lower=1> J;
  array[J] int<lower=0> n;
  array[J] int<lower=0> y;
}
parameters {
  real mu;
  real<lower=0> tau;
  vector[J] theta;
}
model {
  mu ~ normal(0, 5);
  tau ~ cauchy(0, 2.5);
  theta ~ normal(mu, tau);
  y ~ binomial_logit(n, theta);
}
