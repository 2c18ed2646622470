// self-test: passes
data {
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(crossprod(A)[1, 2] + A[1, 1], 1);
}
