// without the leaf x must still be uniform where the leaf exists: (-3, 1)
// every draw: x in [-3, 1]
// reference: x mean -1 sd 1.1547 within 0.03
// self-test: passes
// density at {"x": 2, "z": 0.5}: rejected
// collapsed density at {"x": 2, "z": 0.5}: rejected
// density at {"x": -1, "z": 0.5}: finite
// collapsed density at {"x": -1, "z": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
  real z;
}
model {
  z ~ normal(log1m(x), 1);
}
