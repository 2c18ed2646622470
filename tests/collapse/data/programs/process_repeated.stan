// Places observed more than once: rows, because they are more than columns.
// dimension: 21 -> 3
// kept: alpha, rho, sigma
transformed data {
  int N = 18;
  array[N] real x = linspaced_array(N, 0, 4);
  vector[N] t = to_vector(x);
  vector[N] y = sin(1.7 * t) + 0.3 * cos(9 * t) + 1.5;
}
parameters { vector[N] f; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  f ~ multi_normal(rep_vector(0, N), add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3));
  y ~ normal(f, sigma);
  y + 0.1 ~ normal(f, 2 * sigma);
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
}
