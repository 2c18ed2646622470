// the location of a cdf must be finite
// self-test: passes
// density at {"x": -1}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += normal_lccdf(0.5 | 1 / fmin(fmax(x, 0), 1), 1);
}
