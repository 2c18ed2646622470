// self-test: passes
data {
  real y;
}
parameters {
  vector[2] b;
}
transformed parameters {
  matrix[2, 2] M = b * b';
}
model {
  b ~ normal(0, 1);
  y ~ normal(M[1, 1] + b[2], 1);
}
