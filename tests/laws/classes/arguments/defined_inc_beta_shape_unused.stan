// density at {"x": -0.5}: rejected
// density at {"x": 0.5}: finite
// Stan's function is not defined there, and its value is used by nothing.
parameters {
  real x;
}
model {
  real unused = inc_beta(x, 2, 0.5);
  target += normal_lpdf(x | 0, 1);
}
