// density at {"a": 1.5}: rejected
// density at {"a": 0.5}: finite
parameters {
  real a;
}
model {
  a ~ normal(0, 1);
  target += cholesky_decompose([[1, a], [a, 1]])[1, 1];
}
