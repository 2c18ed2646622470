// self-test: passes
data {
  int T;
  array[T] vector[2] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  for (t in 3:T) {
    y[t] ~ normal(A * (A * y[t - 2]) + A * y[t - 1], 0.5);
  }
}
