// a covariance has to be symmetric (to 1e-8, as in Stan): a = b
// density at {"a": 0.5, "b": 0.2}: rejected
// density at {"a": 0.5, "b": 0.5}: finite
// density at {"a": 0.5, "b": 0.500000000001}: finite
data {
  vector[2] y;
}
parameters {
  real a;
  real b;
}
transformed parameters {
  corr_matrix[2] S = [[1, a], [b, 1]];
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y ~ normal(0, S[1, 1]);
}
