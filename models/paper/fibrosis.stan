// Decline of lung capacity: a line per patient. (The paper prints sigma_beta for the scale of alpha, by mistake.)
data {
  int<lower=0> N;
  int<lower=0> J;
  array[N] int<lower=1, upper=J> patient;
  vector[N] week;
  vector[N] y;
}
parameters {
  real mu_alpha;
  real<lower=0> sigma_alpha;
  real mu_beta;
  real<lower=0> sigma_beta;
  vector[J] alpha;
  vector[J] beta;
  real<lower=0> sigma;
}
model {
  mu_alpha ~ normal(0, 500);
  sigma_alpha ~ cauchy(0, 100);
  mu_beta ~ normal(0, 3);
  sigma_beta ~ cauchy(0, 3);
  alpha ~ normal(mu_alpha, sigma_alpha);
  beta ~ normal(mu_beta, sigma_beta);
  sigma ~ cauchy(0, 100);
  y ~ normal(alpha[patient] + beta[patient] .* week, sigma);
}
