// a covariance has to be symmetric (to 1e-8, as in Stan): a = b
// density at {"a": 0.5, "b": 0.2}: rejected
// density at {"a": 0.5, "b": 0.5}: finite
// density at {"a": 0.5, "b": 0.500000000001}: finite
parameters {
  real a;
  real b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  target += inverse_spd([[2, a], [b, 1]])[2, 1];
}
