// density at {"x": 2.5}: rejected
// density at {"x": 0.5}: finite
// Stan's function is not defined there, and a NaN would be swallowed by the minimum.
parameters {
  real x;
}
model {
  target += normal_lpdf(x | 0, 1) + 0 * fmax(fmin(inv_erfc(x), 1), 0);
}
