// A product of a matrix with itself was taken for linear.
data {
  int<lower=0> K;
}
parameters {
  matrix[K, K] A;
}
model {
  to_vector(A) ~ normal(0, 1);
  1 ~ normal(to_vector(A * A), 1);
}
