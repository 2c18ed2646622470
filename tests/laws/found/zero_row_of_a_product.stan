// A row of zeros in a product with a matrix made the recovery NaN.
data {
  int<lower=0> K;
  matrix[K, K] X0;
}
parameters {
  vector[K] v;
  matrix[K, K] B;
}
model {
  to_vector(B) ~ normal(1, 1);
  target += normal_lpdf(1 | X0 * (B * v), 1);
}
