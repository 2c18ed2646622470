// A leaf lost the condition that its covariance is positive definite.
parameters {
  vector[2] z;
  real<lower=-1.5, upper=1.5> r;
}
model {
  z ~ multi_normal([0, 0]', [[1, r], [r, 1]]);
}
