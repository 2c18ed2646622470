// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[2] b;
}
transformed parameters {
  vector[2] u = 0.5 + 2 * b;
  matrix[2, 2] M = u * u';
}
model {
  b ~ normal(0, 1);
  y ~ normal(M * x, 1);
}
