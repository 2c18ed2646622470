// A Gaussian process whose kernel is chosen by a parameter.
functions {
  matrix kernel(array[] real x, real alpha, real rho, real which) {
    int N = size(x);
    if (which < -0.3) return gp_exp_quad_cov(x, alpha, rho);
    if (which > 0.5) {
      matrix[N, N] K;
      for (i in 1:N) for (j in 1:N) K[i, j] = alpha^2 * exp(-abs(x[i] - x[j]) / rho);
      return K;
    }
    return add_diag(gp_exp_quad_cov(x, alpha, 2 * rho), which + 1);
  }
}
data {
  int N;
  array[N] real x;
  vector[N] y;
}
parameters {
  real<lower=0> alpha;
  real<lower=0> rho;
  real<lower=0> sigma;
  real which;
}
model {
  matrix[N, N] L = cholesky_decompose(add_diag(kernel(x, alpha, rho, which), square(sigma)));
  alpha ~ normal(0, 1);
  rho ~ inv_gamma(3, 2);
  sigma ~ normal(0, 1);
  which ~ normal(0, 1);
  y ~ multi_normal_cholesky(rep_vector(0, N), L);
}
