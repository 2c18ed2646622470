// density at {"x": 1.5}: rejected
// density at {"x": 0.5}: finite
// Stan's function is not defined there, and its value is used by nothing.
parameters {
  real x;
}
model {
  real unused = inv_inc_beta(1, 2, x);
  target += normal_lpdf(x | 0, 1);
}
