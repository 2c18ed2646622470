// Processes around a vector of means, which are collapsed with them, one of them flat.
// dimension: 17 -> 2
// kept: rho, sigma
transformed data {
  array[3] real x = {0, 0.4, 1.1};
  array[4] vector[3] y = {[1.2, 0.3, 2.1]', [0.8, -0.7, 1.1]', [2.5, 0.1, 0.6]', [-0.2, 1.9, 0.4]'};
}
parameters { array[4] vector[3] f; vector[3] m; real<lower=0> rho; real<lower=0> sigma; }
model {
  m[1:2] ~ normal([0.3, -1]', 2);
  f ~ multi_normal(m, add_diag(gp_exp_quad_cov(x, 1.0, rho), 1e-2));
  rho ~ inv_gamma(5, 5);
  sigma ~ gamma(2, 1);
  for (j in 1:4) y[j] ~ normal(f[j], sigma);
}
