// A series with a trend that bends, and regressors that add to it or multiply it.
data {
  int<lower=1> T;
  int<lower=1> K;
  int<lower=1> S;
  vector[T] t;
  vector[T] y;
  vector[S] change;
  matrix[T, K] X;
  vector[K] prior_scale;
  vector[K] is_additive;
  vector[K] is_multiplicative;
  real<lower=0> tau;
}
transformed data {
  matrix[T, S] A;
  for (s in 1 : S) for (i in 1 : T) A[i, s] = t[i] >= change[s] ? 1 : 0;
}
parameters {
  real k;
  real m;
  vector[S] delta;
  real<lower=0> sigma;
  vector[K] beta;
}
model {
  vector[T] trend = (k + A * delta) .* t + (m + A * (-change .* delta));
  k ~ normal(0, 5);
  m ~ normal(0, 5);
  delta ~ double_exponential(0, tau);
  sigma ~ normal(0, 0.5);
  beta ~ normal(0, prior_scale);
  y ~ normal(trend .* (1 + X * (beta .* is_multiplicative)) + X * (beta .* is_additive), sigma);
}
