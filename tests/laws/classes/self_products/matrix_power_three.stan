// self-test: passes
data {
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(matrix_power(A, 3)[1, 2], 1);
}
