// Two processes, one of them non-centred, and an intercept.
// dimension: 40 -> 3
// kept: alpha, rho, sigma
transformed data {
  int N = 18;
  array[N] real x = linspaced_array(N, 0, 4);
  vector[N] t = to_vector(x);
  vector[N] y = sin(1.7 * t) + 0.3 * cos(9 * t) + 1.5;
}
parameters { vector[N] f; vector[N] z; real a; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  vector[N] g = cholesky_decompose(add_diag(gp_matern32_cov(x, 1.0, rho), 1e-3)) * z;
  a ~ normal(0, 5);
  z ~ std_normal();
  f ~ multi_normal(rep_vector(0, N), add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3));
  y ~ normal(a + f + g, sigma);
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
}
