// self-test: passes
data {
  matrix[2, 2] K;
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(quad_form(K, A)[1, 2], 1);
}
