// self-test: passes
data {
  real y;
}
parameters {
  vector[2] b;
}
model {
  b ~ multi_normal([0.5, 0]', [[1, 0.4], [0.4, 1]]);
  y ~ normal((b * b')[1, 2], 0.8);
}
