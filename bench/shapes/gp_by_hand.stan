// A Gaussian process with noise, the function integrated out by hand.
data {
  int<lower=1> N;
  array[N] real x;
  vector[N] y;
}
parameters {
  real<lower=0> sd_f;
  real<lower=0> length;
  real<lower=0> sigma;
}
model {
  matrix[N, N] K = add_diag(gp_exp_quad_cov(x, sd_f, length), square(sigma) + 1e-8);
  sd_f ~ normal(0, 2);
  length ~ inv_gamma(5, 5);
  sigma ~ normal(0, 1);
  y ~ multi_normal_cholesky(rep_vector(0, N), cholesky_decompose(K));
}
