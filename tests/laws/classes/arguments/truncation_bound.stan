// a bound that the cdf refuses
// self-test: passes
// density at {"x": -0.5, "y": 1}: rejected
// density at {"x": 0.5, "y": 1}: finite
parameters {
  real<lower=-3, upper=3> x;
  real<lower=0> y;
}
model {
  y ~ lognormal(0, 1) T[x, ];
}
