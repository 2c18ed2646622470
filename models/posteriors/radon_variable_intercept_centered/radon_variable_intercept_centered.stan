// Radon in houses, an intercept per county around a common mean.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> county_idx;
  vector[N] floor_measure;
  vector[N] log_radon;
}
parameters {
  vector[J] alpha;
  real beta;
  real mu_alpha;
  real<lower=0> sigma_alpha;
  real<lower=0> sigma_y;
}
model {
  vector[N] expected;
  sigma_alpha ~ normal(0, 1);
  sigma_y ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  alpha ~ normal(mu_alpha, sigma_alpha);
  for (n in 1 : N) {
    expected[n] = alpha[county_idx[n]] + floor_measure[n] * beta;
    target += normal_lpdf(log_radon[n] | expected[n], sigma_y);
  }
}
