data { int<lower=1> N; array[N] real x; vector[N] y; }
transformed data { real delta = 1e-9; }
parameters { real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; vector[N] eta; }
transformed parameters {
  vector[N] f;
  {
    matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho) + diag_matrix(rep_vector(delta, N));
    matrix[N, N] L_K = cholesky_decompose(K);
    f = L_K * eta;
  }
}
model {
  rho ~ inv_gamma(5, 5); alpha ~ normal(0, 1); sigma ~ normal(0, 1); eta ~ normal(0, 1);
  y ~ normal(f, sigma);
}
generated quantities { vector[N] log_lik; for (n in 1:N) log_lik[n] = normal_lpdf(y[n] | f[n], sigma); }
