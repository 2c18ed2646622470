// Stan looks at the arguments of a density of no values
// self-test: passes
// density at {"x": -1.5}: rejected
// density at {"x": 1.5}: finite
parameters {
  real<lower=-3, upper=3> x;
}
model {
  array[0] int n = rep_array(0, 0);
  n ~ poisson(x);
}
