// the scale of a cdf must be positive
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += log(loglogistic_cdf(0.7 | 2, x));
}
