// a mean of counts is positive
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  target += neg_binomial_2_lcdf(2 | x, 3);
}
