// Data with a dense covariance around elements with normal priors.
// dimension: 21 -> 3
// kept: alpha, rho, sigma
transformed data {
  int N = 18;
  array[N] real x = linspaced_array(N, 0, 4);
  vector[N] t = to_vector(x);
  vector[N] y = sin(1.7 * t) + 0.3 * cos(9 * t) + 1.5;
}
parameters { vector[N] u; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  u ~ normal(1, sigma);
  y ~ multi_normal(u, add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3));
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
}
