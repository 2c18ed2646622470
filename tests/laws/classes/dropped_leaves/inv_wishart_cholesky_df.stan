// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  cholesky_factor_cov[2] z;
}
model {
  z ~ inv_wishart_cholesky(1 + 40 * x, [[1, 0], [0.3, 1]]);
}
