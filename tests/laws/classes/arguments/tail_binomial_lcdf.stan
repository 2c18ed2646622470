// a probability lies between 0 and 1
// self-test: passes
// density at {"x": -0.5}: rejected
// density at {"x": 1.5}: rejected
// density at {"x": 0.4}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += binomial_lcdf(2 | 4, x);
}
