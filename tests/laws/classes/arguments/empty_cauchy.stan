// Stan does not look at the arguments of this density of no values
// self-test: passes
// density at {"x": 1.5}: finite
// density at {"x": -1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  vector[0] n = rep_vector(0, 0);
  n ~ cauchy(0, x);
}
