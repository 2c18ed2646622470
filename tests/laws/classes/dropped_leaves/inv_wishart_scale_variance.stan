// without the leaf x must still be uniform where the leaf exists: (0.25, 3)
// every draw: x in [0.25, 3]
// reference: x mean 1.625 sd 0.793857 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  cov_matrix[2] z;
}
model {
  z ~ inv_wishart(4, [[x, 0.5], [0.5, 1]]);
}
