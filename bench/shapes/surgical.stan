// Deaths in hospitals: a logit for each, normal about a mean.
data {
  int<lower=1> N;
  array[N] int<lower=0> n;
  array[N] int<lower=0> r;
}
parameters {
  real mu;
  real<lower=0> variance;
  vector[N] b;
}
transformed parameters {
  real<lower=0> sigma = sqrt(variance);
}
model {
  mu ~ normal(0, 1000);
  variance ~ inv_gamma(0.001, 0.001);
  b ~ normal(mu, sigma);
  r ~ binomial_logit(n, b);
}
