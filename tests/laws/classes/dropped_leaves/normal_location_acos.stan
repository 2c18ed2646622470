// without the leaf x must still be uniform where the leaf exists: (-1, 1)
// every draw: x in [-1, 1]
// reference: x mean 0 sd 0.57735 within 0.03
// self-test: passes
// density at {"x": -2, "z": 0.5}: rejected
// collapsed density at {"x": -2, "z": 0.5}: rejected
// density at {"x": 0, "z": 0.5}: finite
// collapsed density at {"x": 0, "z": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
model {
  z ~ normal(acos(x), 1);
}
