// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
transformed data {
  matrix[2, 2] K = x * x';
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(K * K * b, 1);
}
