// slopes at {"x": 0, "z": 0}: x = 1
// slopes at {"x": 0, "z": 0}: z = 0
// The slope at zero is the density there.
parameters {
  real x;
  real z;
}
model {
  target += gamma_p(1, x) + gamma_p(2, z);
}
