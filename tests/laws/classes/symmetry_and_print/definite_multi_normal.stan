// density at {"a": 1.5}: rejected
// density at {"a": 0.5}: finite
data {
  vector[2] y;
}
parameters {
  real a;
}
model {
  a ~ normal(0, 1);
  y ~ multi_normal([0, 0]', [[1, a], [a, 1]]);
}
