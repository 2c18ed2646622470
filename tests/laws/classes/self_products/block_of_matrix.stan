// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  matrix[3, 3] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(block(A, 1, 1, 2, 2) * sub_col(A, 1, 3, 2), 1);
}
