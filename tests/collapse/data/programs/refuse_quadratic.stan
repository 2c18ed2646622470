// dimension: 2 -> 2
// kept: mu, sigma
// reason mu: is not linear in it
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(square(mu), sigma);
}
