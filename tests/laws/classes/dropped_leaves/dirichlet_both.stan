// without the leaf x must still be uniform where the leaf exists: (0, 2)
// every draw: x in [0, 2]
// reference: x mean 1 sd 0.57735 within 0.03
// self-test: passes
// density at {"x": -1.5, "z": [0.4, 0.6]}: rejected
// collapsed density at {"x": -1.5, "z": [0.4, 0.6]}: rejected
// density at {"x": 1, "z": [0.4, 0.6]}: finite
// collapsed density at {"x": 1, "z": [0.4, 0.6]}: finite
parameters {
  real<lower=-3, upper=3> x;
  simplex[2] z;
}
model {
  z ~ dirichlet([x, 2 - x]');
}
