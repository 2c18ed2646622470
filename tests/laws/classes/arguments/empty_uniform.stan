// Stan looks at the arguments of a density of no values
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  vector[0] n = rep_vector(0, 0);
  n ~ uniform(0, x);
}
