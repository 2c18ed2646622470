// A tobit model whose latent mean decides which branch a row takes, with a density on one path only.
data {
  int<lower=0> N;
  vector[N] y;
  vector[N] x;
}
parameters {
  real a;
  real b;
  real<lower=0> sigma;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  sigma ~ lognormal(0, 0.5);
  for (n in 1:N) {
    real mu = a + b * x[n];
    if (mu > 0) y[n] ~ lognormal(mu, sigma);
    else target += exponential_lpdf(y[n] | sigma - mu);
  }
}
