// A regression over time whose errors are an autoregression.
data {
  int<lower=2> T;
  int<lower=1> K;
  matrix[T, K] X;
  vector[T] y;
}
parameters {
  real alpha;
  vector[K] beta;
  real<lower=-1, upper=1> phi;
  real<lower=0> sigma;
}
model {
  vector[T] mu = alpha + X * beta;
  alpha ~ normal(0, 2);
  beta ~ normal(0, 1);
  sigma ~ exponential(1);
  y[1] ~ normal(mu[1], sigma / sqrt(1 - phi ^ 2));
  for (t in 2 : T) y[t] ~ normal(mu[t] + phi * (y[t - 1] - mu[t - 1]), sigma);
}
