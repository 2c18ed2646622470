// L z of a kernel that is nearly singular, seen three times in each place and once more in one.
// dimension: 8 -> 4
// kept: alpha, m, rho, sigma
functions {
  vector process(array[] real x, real alpha, real rho, vector z) {
    return cholesky_decompose(add_diag(gp_exp_quad_cov(x, alpha, rho), 1e-9)) * z;
  }
}
transformed data {
  array[4] real x = {0, 0.3, 0.6, 1};
  array[13] int at = {1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 2};
  vector[13] y = sin(linspaced_vector(13, 0, 5));
}
parameters { vector[4] z; real m; real<lower=0> rho; real<lower=0> alpha; real<lower=0> sigma; }
model {
  m ~ student_t(3, 0, 2);
  z ~ std_normal();
  rho ~ inv_gamma(5, 5);
  alpha ~ lognormal(0, 0.5);
  sigma ~ lognormal(-1, 0.5);
  y ~ normal(m + process(x, alpha, rho, z)[at], sigma);
}
