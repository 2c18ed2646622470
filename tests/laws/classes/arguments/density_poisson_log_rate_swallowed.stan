// density at {"r": 1.2}: rejected
// density at {"r": -0.5}: finite
// Stan's density refuses its argument, and a NaN would be swallowed by the minimum.
parameters {
  real r;
}
model {
  target += normal_lpdf(r | 0, 1) + fmax(fmin(poisson_log_lpmf(3 | log(1 - r)), 1), 1);
}
