// density at {"s": 1}: finite
// density at {"s": 0}: rejected
// Stan's densities of a gamma and a Rayleigh distribution begin after 0.
parameters {
  real s;
}
model {
  target += gamma_lpdf(s | 1, 2);
}
