// self-test: passes
data {
  vector<lower=0>[2] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  y ~ lognormal(A * A[, 1], 1);
}
