// Discrete distributions, in loops and vectorised, with branches on data.
data {
  int<lower=0> N;
  array[N] int<lower=0> y;
  array[N] int<lower=0> trials;
  array[N] int<lower=0> hits;
  array[N] int<lower=0, upper=1> b;
  vector[N] x;
  int<lower=0, upper=1> with_beta_binomial;
}
parameters {
  real a;
  real slope;
  real<lower=0> phi;
  real<lower=0, upper=1> theta;
  vector<lower=0>[N] lambda;
  real<lower=0> shape;
}
model {
  vector[N] eta = a + slope * x;
  a ~ normal(0, 2);
  slope ~ normal(0, 1);
  phi ~ gamma(2, 0.5);
  lambda ~ gamma(shape, 0.5);
  shape ~ exponential(0.3);
  for (n in 1:N) {
    if (y[n] == 0) {
      target += log_sum_exp(bernoulli_lpmf(1 | theta),
                            bernoulli_lpmf(0 | theta) + poisson_lpmf(y[n] | lambda[n]));
    } else {
      target += bernoulli_lpmf(0 | theta) + poisson_lpmf(y[n] | lambda[n]);
    }
  }
  y ~ poisson_log(eta);
  y ~ neg_binomial_2_log(eta, phi);
  y ~ neg_binomial_2(exp(eta), phi);
  y ~ neg_binomial(shape, phi);
  hits ~ binomial_logit(trials, eta);
  hits ~ binomial(trials, inv_logit(eta));
  b ~ bernoulli_logit(eta);
  b ~ bernoulli(theta);
  if (with_beta_binomial) {
    hits ~ beta_binomial(trials, theta * phi, (1 - theta) * phi);
  } else {
    hits ~ binomial(trials, theta);
  }
  target += with_beta_binomial == 1 ? -square(a) : square(a);
}
