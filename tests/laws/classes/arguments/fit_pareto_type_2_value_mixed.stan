// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a value below the location.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, pareto_type_2_lpdf(2 - 1.5 * p | 1, 2, 3), 0.1);
}
