// dimension: 3 -> 3
// kept: mu, sigma, x
// reason mu: it is in a bound of x
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real<lower=mu> x; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  x ~ normal(mu, 2);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
}
