// A linear predictor as a matrix product.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  vector[N] y;
}
parameters {
  real a;
  vector[K] b;
  real<lower=0> sigma;
}
model {
  a ~ normal(0, 10);
  b ~ normal(0, 2);
  sigma ~ exponential(1);
  y ~ normal(a + x * b, sigma);
}
