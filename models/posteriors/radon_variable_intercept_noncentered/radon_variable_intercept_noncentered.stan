// Radon in houses, an intercept per county as a standardised deviation from the common mean.
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> county_idx;
  vector[N] floor_measure;
  vector[N] log_radon;
}
parameters {
  vector[J] deviation;
  real beta;
  real mu_alpha;
  real<lower=0> sigma_alpha;
  real<lower=0> sigma_y;
}
transformed parameters {
  vector[J] alpha = mu_alpha + sigma_alpha * deviation;
}
model {
  deviation ~ normal(0, 1);
  mu_alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  sigma_alpha ~ normal(0, 1);
  sigma_y ~ normal(0, 1);
  log_radon ~ normal(alpha[county_idx] + beta * floor_measure, sigma_y);
}
