// An intercept with a wide prior and slopes with a sampled scale beside a process.
// dimension: 25 -> 4
// kept: alpha, rho, sigma, tau
transformed data {
  int N = 18;
  array[N] real x = linspaced_array(N, 0, 4);
  vector[N] t = to_vector(x);
  vector[N] y = sin(1.7 * t) + 0.3 * cos(9 * t) + 1.5;
}
parameters { vector[N] f; real a; vector[2] b; real<lower=0> tau; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  tau ~ lognormal(0, 0.5);
  a ~ normal(1, 1e4);
  b ~ normal(0.3, tau);
  f ~ multi_normal(rep_vector(0, N), add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-3));
  y ~ normal(a + b[1] * t - 2 * b[2] * square(t) + f, sigma);
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
}
