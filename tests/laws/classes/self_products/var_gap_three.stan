// self-test: passes
data {
  int T;
  array[T] vector[2] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 0.5);
  for (t in 4:T) {
    y[t] ~ normal(A * (A * (A * y[t - 3])), 0.5);
  }
}
