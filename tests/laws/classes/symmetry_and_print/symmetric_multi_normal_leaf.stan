// a covariance has to be symmetric (to 1e-8, as in Stan): a = b
// density at {"a": 0.5, "b": 0.2, "z": [0.1, 0.2]}: rejected
// density at {"a": 0.5, "b": 0.5, "z": [0.1, 0.2]}: finite
// density at {"a": 0.5, "b": 0.500000000001, "z": [0.1, 0.2]}: finite
parameters {
  real a;
  real b;
  vector[2] z;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  z ~ multi_normal([0, 0]', [[2, a], [b, 1]]);
}
