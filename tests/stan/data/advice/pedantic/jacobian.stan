parameters {
  real<lower=0> rate;
  real<lower=0> tau;
  real x;
}
transformed parameters {
  real log_tau = log(tau);
}
model {
  log(rate) ~ normal(0, 1);
  log_tau ~ normal(0, 1);
  x / tau ~ normal(0, 1);
  sum([rate * tau, 1]) ~ normal(0, 1);
  sum([rate, x]) ~ normal(0, 1);
  2 * x + 1 ~ normal(0, 1);
}
