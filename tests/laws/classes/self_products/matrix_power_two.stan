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
  y ~ normal(matrix_power(A, 2) * x, 1);
}
