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
  y ~ normal(M[1, 2], 1);
}
