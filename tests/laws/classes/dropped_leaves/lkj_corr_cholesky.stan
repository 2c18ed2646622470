// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// reference: x mean 1.5 sd 0.866025 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  cholesky_factor_corr[2] z;
}
model {
  z ~ lkj_corr_cholesky(x);
}
