// density at {"r": 1.2}: rejected
// density at {"r": -0.5}: finite
// Stan's density refuses its argument, and its value is used by nothing.
parameters {
  real r;
}
model {
  real unused = normal_lpdf(0.3 | log(1 - r), 1);
  target += normal_lpdf(r | 0, 1);
}
