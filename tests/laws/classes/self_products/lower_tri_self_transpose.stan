// self-test: passes
data {
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(multiply_lower_tri_self_transpose(A)[2, 1], 1);
}
