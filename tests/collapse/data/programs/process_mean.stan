// A process around a sampled mean, its factor given.
// dimension: 22 -> 4
// kept: alpha, m, rho, sigma
transformed data {
  int N = 18;
  array[N] real x = linspaced_array(N, 0, 4);
  vector[N] t = to_vector(x);
  vector[N] y = sin(1.7 * t) + 0.3 * cos(9 * t) + 1.5;
}
parameters { vector[N] f; real<lower=0> m; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  m ~ exponential(1);
  f ~ multi_normal_cholesky(m + 0.2 * t, cholesky_decompose(add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3)));
  y ~ normal(f, sigma);
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
}
