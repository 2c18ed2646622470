// half of a row: symmetric for a = b
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
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  y ~ multi_normal([0, 0]', diag_pre_multiply([1, 2]', [[2, a], [b / 2, 1]]));
}
