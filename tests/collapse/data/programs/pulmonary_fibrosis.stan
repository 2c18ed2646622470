// The shape of the paper's model: an intercept and a slope per patient.
// dimension: 351 -> 3
// kept: sigma, sigma_alpha, sigma_beta
transformed data {
  array[519] int patient;
  vector[519] week;
  vector[519] y;
  for (i in 1:519) {
    patient[i] = 1 + (i - 1) %/% 3;
    week[i] = 0.1 * (i % 3) + 0.01 * sin(i);
    y[i] = 0.3 * cos(i) - 0.5 * week[i];
  }
}
parameters {
  real mu_alpha; real mu_beta;
  real<lower=0> sigma_alpha; real<lower=0> sigma_beta; real<lower=0> sigma;
  vector[173] alpha; vector[173] beta;
}
model {
  mu_alpha ~ normal(0, 1);
  mu_beta ~ normal(0, 1);
  sigma_alpha ~ normal(0, 1);
  sigma_beta ~ normal(0, 1);
  sigma ~ normal(0, 1);
  alpha ~ normal(mu_alpha, sigma_alpha);
  beta ~ normal(mu_beta, sigma_beta);
  y ~ normal(alpha[patient] + beta[patient] .* week, sigma);
}
