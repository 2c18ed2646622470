// self-test: passes
data {
  vector[2] x;
  real y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ normal(x' * (A * (A * x)), 1);
}
