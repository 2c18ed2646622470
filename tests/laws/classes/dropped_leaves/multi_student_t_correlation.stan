// without the leaf x must still be uniform where the leaf exists: (-1, 1)
// every draw: x in [-1, 1]
// reference: x mean 0 sd 0.57735 within 0.03
// self-test: passes
// density at {"x": -2, "z": [0.1, 0.2]}: rejected
// collapsed density at {"x": -2, "z": [0.1, 0.2]}: rejected
// density at {"x": 0, "z": [0.1, 0.2]}: finite
// collapsed density at {"x": 0, "z": [0.1, 0.2]}: finite
parameters {
  real<lower=-3, upper=3> x;
  vector[2] z;
}
model {
  z ~ multi_student_t(4, [0, 0]', [[1, x], [x, 1]]);
}
