// A linear regression, rows one at a time.
data {
  int<lower=0> N;
  int<lower=0> K;
  matrix[N, K] x;
  vector[N] y;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=0> sigma;
}
model {
  for (n in 1 : N) {
    y[n] ~ normal(alpha + x[n] * beta, sigma);
  }
}
