// density at {"x": -0.5}: rejected
// density at {"x": 0.5}: finite
// Stan's function is not defined there, and its value is used by nothing.
parameters {
  real x;
}
model {
  real unused = log_modified_bessel_first_kind(1, x);
  target += normal_lpdf(x | 0, 1);
}
