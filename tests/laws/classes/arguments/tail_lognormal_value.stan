// the value of a cdf of positive numbers is not negative
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += lognormal_lccdf(x | 0, 1);
}
