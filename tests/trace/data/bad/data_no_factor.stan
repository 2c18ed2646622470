data {
  cholesky_factor_corr[2] L;
}
