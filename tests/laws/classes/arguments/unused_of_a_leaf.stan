// without the leaf x must still be where the matrix is positive definite: (-1, 1)
// every draw: x in [-1, 1]
// reference: x mean 0 sd 0.57735 within 0.03
// self-test: passes
// density at {"x": 1.5, "z": 0.5}: rejected
// collapsed density at {"x": 1.5, "z": 0.5}: rejected
// fate: z: collapsed
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
transformed parameters {
  matrix[2, 2] L = cholesky_decompose([[1, x], [x, 1]]);
}
model {
  z ~ normal(x, 1);
}
