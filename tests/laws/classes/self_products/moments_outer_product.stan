// moments by the trapezoidal rule on a grid of 561 x 561 points over (-7, 7)^2
// reference: b[1] mean 0.000000 sd 0.874540 within 0.01
// reference: b[2] mean 0.267590 sd 0.813095 within 0.01
// self-test: passes
data {
  real y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  matrix[2, 2] M = b * b';
  y ~ normal(M[1, 1] + b[2], 1);
}
