transformed data {
  matrix[2, 3] l = cholesky_factor_cov_constrain([1, 2, 3]', 2, 3);
}
