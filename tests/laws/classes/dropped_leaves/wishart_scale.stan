// without the leaf x must still be uniform where the leaf exists: (-1, 1)
// every draw: x in [-1, 1]
// reference: x mean 0 sd 0.57735 within 0.03
// self-test: passes
// density at {"x": -2, "z": [[2, 0.3], [0.3, 1]]}: rejected
// collapsed density at {"x": -2, "z": [[2, 0.3], [0.3, 1]]}: rejected
// density at {"x": 0, "z": [[2, 0.3], [0.3, 1]]}: finite
// collapsed density at {"x": 0, "z": [[2, 0.3], [0.3, 1]]}: finite
parameters {
  real<lower=-3, upper=3> x;
  cov_matrix[2] z;
}
model {
  z ~ wishart(4, [[1, x], [x, 1]]);
}
