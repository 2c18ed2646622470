// the matrix is positive definite, though nothing uses the result
// self-test: passes
// density at {"x": 1.5}: rejected
// density at {"x": -1.5}: rejected
// density at {"x": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
transformed parameters {
  vector[2] u = mdivide_left_spd([[1, x], [x, 1]], [1, 2]');
}
