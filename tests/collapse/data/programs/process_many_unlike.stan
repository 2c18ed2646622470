// Processes under one covariance, of which some are seen in other places, or with noise of their own.
// dimension: 19 -> 4
// kept: rho, sigma
transformed data {
  array[3] real x = {0, 0.4, 1.1};
}
parameters { array[5] vector[3] f; real<lower=0> rho; array[3] real<lower=0> sigma; }
model {
  f ~ multi_normal([0.5, 0, -0.5]', add_diag(gp_exp_quad_cov(x, 1.0, rho), 1e-2));
  rho ~ inv_gamma(5, 5);
  sigma ~ gamma(2, 1);
  [1.2, 0.3, 2.1]' ~ normal(f[1], sigma[1]);
  [0.8, -0.7, 1.1]' ~ normal(f[2], sigma[1]);
  [2.5, 0.1]' ~ normal(f[3][{3, 1}], sigma[1]);
  0.6 ~ normal(f[4][1], 2 * sigma[2]);
  -0.2 ~ normal(f[4][2], sigma[2]);
  [0.4, 0.7]' ~ normal(f[5][1:2] + f[4][2:3], sigma[3]);
}
