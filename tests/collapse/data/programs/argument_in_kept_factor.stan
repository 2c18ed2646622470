// mu is affine in one factor and in a log-link of another: kept.
// dimension: 2 -> 2
// kept: mu, sigma
// reason mu: poisson
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; array[3] int n = {1, 0, 4}; }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
  n ~ poisson(exp(mu));
}
