// dimension: 4 -> 4
// kept: mu, sigma
// reason mu: ordered
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { ordered[3] mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
}
