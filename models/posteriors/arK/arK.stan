// Autoregression of order K, conditional on the first K values.
data {
  int<lower=0> K;
  int<lower=0> T;
  array[T] real y;
}
parameters {
  real alpha;
  array[K] real beta;
  real<lower=0> sigma;
}
model {
  alpha ~ normal(0, 10);
  beta ~ normal(0, 10);
  sigma ~ cauchy(0, 2.5);
  for (t in K + 1 : T) {
    real expected = alpha;
    for (lag in 1 : K) {
      expected += beta[lag] * y[t - lag];
    }
    y[t] ~ normal(expected, sigma);
  }
}
