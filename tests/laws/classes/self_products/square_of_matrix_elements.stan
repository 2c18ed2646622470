// self-test: passes
data {
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  matrix[2, 2] M = A * A;
  y ~ normal(M[1, 1] + A[2, 2], 1);
}
