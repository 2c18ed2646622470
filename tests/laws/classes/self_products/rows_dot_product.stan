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
  y ~ normal(rows_dot_product(A, A), 1);
}
