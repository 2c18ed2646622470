// Gaussian process
data { int N; array[N] real x; vector[N] y; }
parameters { real<lower=0> rho; real<lower=0> alpha; vector[N] eta; }
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho);
    for (n in 1:N) K[n, n] = K[n, n] + 1e-6;
    f = cholesky_decompose(K) * eta;
  }
}
model {
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  eta ~ std_normal();
  y ~ normal(f, 0.3);
}
