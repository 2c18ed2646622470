// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a value below the location.
transformed data {
  vector[3] y = [2, 1.2, 3]';
}
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  for (n in 1:3) y[n] ~ pareto_type_2(1 + p, 2, 3);
}
