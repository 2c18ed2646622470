// a cdf that is not on the log scale asks the same
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += log1p(normal_cdf(0.3 | 0, x));
}
