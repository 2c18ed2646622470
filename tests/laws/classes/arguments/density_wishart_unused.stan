// density at {"r": 1.2}: rejected
// density at {"r": -0.5}: finite
// Stan's density refuses its argument, and its value is used by nothing.
parameters {
  real r;
}
model {
  real unused = wishart_lpdf([[1, r], [r, 1]] | 3, identity_matrix(2));
  target += normal_lpdf(r | 0, 1);
}
