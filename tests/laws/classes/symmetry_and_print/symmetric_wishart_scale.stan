// a covariance has to be symmetric (to 1e-8, as in Stan): a = b
// density at {"a": 0.5, "b": 0.2, "W": [[2, 0.3], [0.3, 1]]}: rejected
// density at {"a": 0.5, "b": 0.5, "W": [[2, 0.3], [0.3, 1]]}: finite
// density at {"a": 0.5, "b": 0.500000000001, "W": [[2, 0.3], [0.3, 1]]}: finite
parameters {
  real a;
  real b;
  cov_matrix[2] W;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  W ~ wishart(4, [[2, a], [b, 1]]);
}
