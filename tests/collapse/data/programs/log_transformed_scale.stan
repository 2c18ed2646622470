// Scales on the log scale are kept through exp.
// dimension: 4 -> 2
// kept: log_sigma, log_tau
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real a; real log_tau; real log_sigma; }
model {
  mu ~ normal(0, 1);
  a ~ normal(mu, exp(log_tau));
  y ~ normal(a, exp(log_sigma));
  log_tau ~ normal(0, 1);
  log_sigma ~ normal(log_tau, 1);
}
