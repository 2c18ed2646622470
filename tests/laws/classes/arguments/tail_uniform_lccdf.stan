// the upper end of a uniform is above the lower one
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 0.2}: rejected
// density at {"x": 0.1}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += uniform_lccdf(0.7 | 0.2, x);
}
