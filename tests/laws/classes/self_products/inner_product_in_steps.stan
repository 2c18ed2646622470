// self-test: passes
data {
  matrix[2, 2] K;
  real y;
}
parameters {
  vector[2] b;
}
model {
  b ~ normal(0, 1);
  y ~ normal(b' * (K * b), 1);
}
