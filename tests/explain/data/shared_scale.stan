// A regression whose variance goes with its coefficients.
data {
  int<lower=0> N;
  matrix[N, 2] X;
  vector[N] y;
}
parameters {
  vector[2] beta;
  real<lower=0> variance;
}
model {
  variance ~ inv_gamma(2, 1);
  beta ~ normal(0, 10 * sqrt(variance));
  y ~ normal(X * beta, sqrt(variance));
}
