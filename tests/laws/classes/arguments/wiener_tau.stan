// the non-decision time is positive
// self-test: passes
// density at {"x": -0.5}: rejected
// density at {"x": 1.5}: rejected
// density at {"x": 0.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += wiener_lpdf(1.2 | 1.5, x, 0.5, 0.3);
}
