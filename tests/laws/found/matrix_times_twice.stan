// A matrix that multiplies twice was taken for linear.
data {
  int<lower=0> K;
  vector[K] x;
}
parameters {
  matrix[K, K] B;
}
model {
  to_vector(B) ~ normal(1, 1);
  target += normal_lpdf(1 | B * (B * x), 1);
}
