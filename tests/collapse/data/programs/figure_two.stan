// The paper's simplified electric company.
// options: keep mu_a
// dimension: 5 -> 2
// kept: log_sigma, mu_a
// reason mu_a: asked to be kept
transformed data { real t1 = 0.7; real t2 = 1.3; real y1 = 120; real y2 = 95; }
parameters { real log_sigma; real mu_a; real a; real b1; real b2; }
model {
  log_sigma ~ normal(0, 1);
  mu_a ~ normal(0, 1);
  a ~ normal(100 * mu_a, 1);
  b1 ~ normal(0, 100);
  b2 ~ normal(0, 100);
  y1 ~ normal(a + b1 * t1, exp(log_sigma));
  y2 ~ normal(a + b2 * t2, exp(log_sigma));
}
