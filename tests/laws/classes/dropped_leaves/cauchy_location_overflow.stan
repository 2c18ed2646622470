// exp(x) is infinite above 709.78, and a location must be finite
// every draw: x in [0, 709.783]
// collapsed density at {"x": 1000, "z": 1}: rejected
// collapsed density at {"x": 3, "z": 1}: finite
parameters {
  real<lower=0, upper=1500> x;
  real z;
}
model {
  z ~ cauchy(exp(x), 1);
}
