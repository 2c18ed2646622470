// the scale of this cdf must be finite
// self-test: passes
// density at {"x": -1}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += cauchy_lccdf(0.5 | 0, 1 / fmin(fmax(x, 0), 1));
}
