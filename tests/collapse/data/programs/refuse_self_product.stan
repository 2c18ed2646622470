// dimension: 3 -> 3
// kept: mu, sigma
// reason mu: is not linear in it
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { vector[2] mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(mu[1] * mu[1] + mu[2] * mu[2], sigma);
}
