// moments by the trapezoidal rule on a grid of 561 x 561 points over (-7, 7)^2
// reference: b[1] mean -0.229034 sd 0.721207 within 0.01
// reference: b[2] mean -0.001354 sd 0.943013 within 0.01
// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(diag_matrix(b) * b + b, 1);
}
