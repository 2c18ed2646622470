// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  matrix[2, 2] A;
  vector[2] z;
}
model {
  to_vector(A) ~ normal(0, 1);
  z ~ normal(A * A[, 1], 1);
  y ~ normal(z, 0.5);
}
