// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// reference: x mean 1.5 sd 0.866025 within 0.03
// self-test: passes
// density at {"x": -1.5, "z": [0.1, 0.2]}: rejected
// collapsed density at {"x": -1.5, "z": [0.1, 0.2]}: rejected
// density at {"x": 1.5, "z": [0.1, 0.2]}: finite
// collapsed density at {"x": 1.5, "z": [0.1, 0.2]}: finite
parameters {
  real<lower=-3, upper=3> x;
  vector[2] z;
}
model {
  z ~ multi_normal_cholesky([sqrt(x), 0]', [[1, 0], [0.5, 1]]);
}
