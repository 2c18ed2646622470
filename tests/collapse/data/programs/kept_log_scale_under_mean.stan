// A kept normal (it is in a scale) whose mean is collapsed.
// dimension: 3 -> 1
// kept: log_sigma
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real m; real mu; real log_sigma; }
model {
  m ~ normal(0, 1);
  log_sigma ~ normal(m, 0.5);
  mu ~ normal(m, 1);
  y ~ normal(mu, exp(log_sigma));
}
