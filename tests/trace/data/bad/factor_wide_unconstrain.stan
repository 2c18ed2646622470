transformed data {
  vector[2] u = cholesky_factor_cov_unconstrain([[1, 2, 3]]);
}
