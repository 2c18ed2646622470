// Scales, prior means and coefficients depend on what stays, in loops and without.
// dimension: 9 -> 4
// kept: kappa, m, r
transformed data {
  array[5] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]', [-0.7, 0.2]'};
  vector[5] x = [0.3, -1, 2, 0.5, 1]';
}
parameters { vector[2] mu; cov_matrix[2] V; real<lower=0> kappa; vector<lower=0>[2] m; real<lower=0, upper=1> r; }
model {
  kappa ~ lognormal(0, 1);
  m ~ exponential(1);
  r ~ beta(2, 2);
  V ~ inv_wishart(2 + kappa, [[2, 0.3], [0.3, 1 + r]]);
  mu ~ multi_normal(m, (1 / kappa) * V);
  for (n in 1:5) y[n] ~ multi_normal(r^n * mu + x[n] * m, V * exp(r * x[n]));
  y[2] ~ multi_normal(2 * mu, V);
  y[3] ~ multi_normal([r, 0]', 3 * V);
}
