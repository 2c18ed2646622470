// a cdf that nothing uses asks the same
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  real unused = normal_lcdf(0.3 | 0, x);
}
