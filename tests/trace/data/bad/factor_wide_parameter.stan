parameters {
  cholesky_factor_cov[2, 3] l;
}
