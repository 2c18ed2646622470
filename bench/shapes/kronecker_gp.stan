// Curves at the same places, correlated with each other, and noise: the covariance is a Kronecker
// product plus a multiple of the identity, and is taken by the eigenvectors of its two factors.
data {
  int<lower=1> N;
  int<lower=1> M;
  array[N] real x;
  matrix[N, M] y;
}
parameters {
  real<lower=0> length;
  real<lower=0> sd_f;
  real<lower=0> sigma;
  cholesky_factor_corr[M] L;
}
model {
  matrix[N, N] K = add_diag(gp_exp_quad_cov(x, sd_f, length), 1e-6);
  matrix[M, M] C = multiply_lower_tri_self_transpose(L);
  matrix[N, N] U = eigenvectors_sym(K);
  matrix[M, M] V = eigenvectors_sym(C);
  matrix[N, M] variance = eigenvalues_sym(K) * eigenvalues_sym(C)' + square(sigma);
  length ~ inv_gamma(5, 5);
  sd_f ~ normal(0, 2);
  sigma ~ normal(0, 1);
  L ~ lkj_corr_cholesky(2);
  target += -0.5 * sum(square(U' * y * V) ./ variance) - 0.5 * sum(log(variance));
}
