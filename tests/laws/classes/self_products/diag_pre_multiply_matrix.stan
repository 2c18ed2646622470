// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  vector[2] b;
  matrix[2, 2] A;
}
model {
  b ~ normal(0, 1);
  to_vector(A) ~ normal(0, 1);
  y ~ normal(diag_pre_multiply(b, A) * x, 1);
}
