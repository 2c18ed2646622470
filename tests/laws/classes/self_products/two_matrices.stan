// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  matrix[2, 2] A;
  matrix[2, 2] B;
}
model {
  to_vector(A) ~ normal(0, 1);
  to_vector(B) ~ normal(0, 1);
  y ~ normal(A * B * x, 1);
}
