// A parameter-dependent covariance of the data, and a regression for its mean.
// dimension: 4 -> 2
// kept: rho, sigma
transformed data { vector[4] x = [0, 0.5, 1, 2]'; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real b; real<lower=0> rho; real<lower=0> sigma; }
model {
  matrix[4, 4] K = gp_exp_quad_cov(to_array_1d(x), 1.0, rho) + diag_matrix(rep_vector(square(sigma), 4));
  a ~ normal(0, 3);
  b ~ normal(0, 2);
  rho ~ lognormal(0, 0.3);
  sigma ~ lognormal(0, 0.3);
  y ~ multi_normal(a + b * x, K);
}
