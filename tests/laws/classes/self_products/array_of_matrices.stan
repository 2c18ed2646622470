// self-test: passes
data {
  vector[2] x;
  vector[2] y;
}
parameters {
  array[2] matrix[2, 2] A;
}
model {
  for (k in 1:2) {
    to_vector(A[k]) ~ normal(0, 1);
  }
  y ~ normal(A[1] * A[2] * x, 1);
}
