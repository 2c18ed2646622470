// Partially pooled intercepts, centred.
data {
  int<lower=1> N;
  int<lower=1> J;
  array[N] int<lower=1, upper=J> county;
  vector[N] y;
}
parameters {
  vector[J] alpha;
  real mu;
  real<lower=0> tau;
  real<lower=0> sigma;
}
model {
  mu ~ normal(0, 10);
  tau ~ normal(0, 1);
  sigma ~ normal(0, 1);
  alpha ~ normal(mu, tau);
  y ~ normal(alpha[county], sigma);
}
