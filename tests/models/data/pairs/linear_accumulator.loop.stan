// A linear predictor collected in a local number.
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
  for (n in 1 : N) {
    real mu;
    mu = a;
    for (k in 1 : K) {
      mu += b[k] * x[n, k];
    }
    y[n] ~ normal(mu, sigma);
  }
}
