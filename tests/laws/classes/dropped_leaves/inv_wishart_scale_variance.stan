// without the leaf x must still be uniform where the leaf exists: (0.25, 3)
// every draw: x in [0.25, 3]
// reference: x mean 1.625 sd 0.793857 within 0.03
// self-test: passes
// density at {"x": -1.375, "z": [[2, 0.3], [0.3, 1]]}: rejected
// collapsed density at {"x": -1.375, "z": [[2, 0.3], [0.3, 1]]}: rejected
// density at {"x": 1.625, "z": [[2, 0.3], [0.3, 1]]}: finite
// collapsed density at {"x": 1.625, "z": [[2, 0.3], [0.3, 1]]}: finite
parameters {
  real<lower=-3, upper=3> x;
  cov_matrix[2] z;
}
model {
  z ~ inv_wishart(4, [[x, 0.5], [0.5, 1]]);
}
