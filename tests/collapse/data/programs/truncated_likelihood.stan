// The normaliser of a truncation depends on mu.
// dimension: 2 -> 2
// kept: mu, sigma
// reason mu: a density of y that is no plain distribution
transformed data { vector[3] y = [0.3, 1.2, 2.5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 2);
  sigma ~ exponential(1);
  for (i in 1:3) y[i] ~ normal(mu, sigma) T[0, ];
}
