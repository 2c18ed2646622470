// Two processes, one of them around a mean that is collapsed with it.
// dimension: 14 -> 3
// kept: rho, sigma
transformed data {
  array[5] real x = {0, 0.4, 1.1, 1.9, 2.3};
  vector[5] y = [1.2, 0.3, 2.1, 0.8, -0.7]';
}
parameters { vector[5] f; vector[5] h; real m; array[2] real<lower=0> rho; real<lower=0> sigma; }
model {
  m ~ normal(0.3, 2);
  f ~ multi_normal(rep_vector(m, 5), add_diag(gp_exp_quad_cov(x, 1.0, rho[1]), 1e-3));
  h ~ multi_normal(rep_vector(0.1, 5), add_diag(gp_matern32_cov(x, 0.7, rho[2]), 1e-3));
  rho ~ inv_gamma(5, 5);
  sigma ~ gamma(2, 1);
  y ~ normal(f + h, sigma);
}
