// Decline of lung capacity, with the lines of the patients as standard normal innovations.
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
  vector[J] z_alpha;
  vector[J] z_beta;
  real<lower=0> sigma;
}
transformed parameters {
  vector[J] alpha = mu_alpha + sigma_alpha * z_alpha;
  vector[J] beta = mu_beta + sigma_beta * z_beta;
}
model {
  mu_alpha ~ normal(0, 500);
  sigma_alpha ~ cauchy(0, 100);
  mu_beta ~ normal(0, 3);
  sigma_beta ~ cauchy(0, 3);
  z_alpha ~ std_normal();
  z_beta ~ std_normal();
  sigma ~ cauchy(0, 100);
  y ~ normal(alpha[patient] + beta[patient] .* week, sigma);
}
