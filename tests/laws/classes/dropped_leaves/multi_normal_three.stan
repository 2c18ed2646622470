// without the leaf x must still be uniform where the leaf exists: (-0.5, 1)
// every draw: x in [-0.5, 1]
// reference: x mean 0.25 sd 0.433013 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  vector[3] z;
}
model {
  z ~ multi_normal([0, 0, 0]', [[1, x, x], [x, 1, x], [x, x, 1]]);
}
