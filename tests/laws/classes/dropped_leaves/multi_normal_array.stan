// without the leaf x must still be uniform where the leaf exists: (-1, 1)
// every draw: x in [-1, 1]
// reference: x mean 0 sd 0.57735 within 0.03
// self-test: passes
parameters {
  real<lower=-3, upper=3> x;
  array[2] vector[2] z;
}
model {
  z ~ multi_normal([0, 0]', [[1, x], [x, 1]]);
}
