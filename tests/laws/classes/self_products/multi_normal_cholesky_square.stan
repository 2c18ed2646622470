// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ multi_normal_cholesky(A * A[, 2], [[1, 0], [0.3, 2]]);
}
