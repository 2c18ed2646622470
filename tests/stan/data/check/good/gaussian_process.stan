data {
  int N;
  array[N] real x;
  vector[N] y;
  array[N] vector[2] xs;
}
parameters {
  real<lower=0> rho;
  real<lower=0> alpha;
  array[2] real<lower=0> rhos;
}
model {
  matrix[N, N] K = gp_exp_quad_cov(x, alpha, rho) + diag_matrix(rep_vector(1e-6, N));
  matrix[N, N] K2 = add_diag(gp_matern52_cov(xs, alpha, rhos), 1e-6);
  matrix[N, N] L = cholesky_decompose(K + K2);
  y ~ multi_normal_cholesky(rep_vector(0, N), L);
  y ~ multi_normal(zeros_vector(N), cov_exp_quad(x, alpha, rho));
}
