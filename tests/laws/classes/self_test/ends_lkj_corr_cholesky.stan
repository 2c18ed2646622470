// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  cholesky_factor_corr[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ lkj_corr_cholesky(a);
}
