// self-test: passes
data {
  int T;
  array[T] vector[2] y;
}
parameters {
  matrix[2, 2] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  vector[2] h = y[1];
  for (t in 2:T) {
    h = A * h;
    y[t] ~ normal(h, 0.5);
  }
}
