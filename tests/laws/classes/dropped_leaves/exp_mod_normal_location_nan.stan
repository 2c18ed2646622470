// without the leaf x must still be uniform where the leaf exists: (0, 3)
// every draw: x in [0, 3]
// reference: x mean 1.5 sd 0.866025 within 0.03
// self-test: passes
// density at {"x": -1.5, "z": 0.5}: rejected
// collapsed density at {"x": -1.5, "z": 0.5}: rejected
// density at {"x": 1.5, "z": 0.5}: finite
// collapsed density at {"x": 1.5, "z": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
model {
  z ~ exp_mod_normal(sqrt(x), 1.5, 1.5);
}
