// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a value below the location.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  2 - 1.5 * p ~ pareto_type_2(1, 2, 3);
}
