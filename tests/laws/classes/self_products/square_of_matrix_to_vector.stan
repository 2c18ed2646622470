// self-test: passes
data {
  vector[4] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(to_vector(A * A), 1);
}
