// without the leaf x must still be uniform where the leaf exists: (0, 1)
// every draw: x in [0, 1]
// reference: x mean 0.5 sd 0.288675 within 0.03
// self-test: passes
// density at {"x": -1.5, "z": 0.5}: rejected
// collapsed density at {"x": -1.5, "z": 0.5}: rejected
// density at {"x": 0.5, "z": 0.5}: finite
// collapsed density at {"x": 0.5, "z": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
  real<lower=0, upper=1> z;
}
model {
  z ~ beta_proportion(x, 1.5);
}
