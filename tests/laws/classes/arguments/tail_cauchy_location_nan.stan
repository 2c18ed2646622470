// the location of a cdf must be a number
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += cauchy_lcdf(0.5 | sqrt(x), 1);
}
