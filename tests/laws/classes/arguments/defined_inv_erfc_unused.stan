// density at {"x": 2.5}: rejected
// density at {"x": 0.5}: finite
// Stan's function is not defined there, and its value is used by nothing.
parameters {
  real x;
}
model {
  real unused = inv_erfc(x);
  target += normal_lpdf(x | 0, 1);
}
