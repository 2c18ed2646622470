// Processes side by side under one factor, with a common mean: one covariance does for all.
// dimension: 24 -> 3
// kept: alpha, rho, sigma
transformed data {
  array[4] real x = {0, 0.4, 1.1, 1.9};
  matrix[4, 5] y = [[1.2, 0.3, 2.1, 0.8, -0.7], [1.1, 2.5, 0.1, 0.6, -0.2], [1.9, 0.4, 0.7, -0.3, 1.4],
                    [0.2, 1.6, 0.9, 1.2, 0.5]];
}
parameters { matrix[4, 5] z; real m; real<lower=0> alpha; real<lower=0> rho; real<lower=0> sigma; }
model {
  matrix[4, 5] f = m + cholesky_decompose(add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3)) * z;
  to_vector(z) ~ std_normal();
  m ~ normal(0.5, 2);
  alpha ~ gamma(2, 1);
  rho ~ inv_gamma(5, 5);
  sigma ~ gamma(2, 1);
  to_vector(y) ~ normal(to_vector(f), sigma);
}
