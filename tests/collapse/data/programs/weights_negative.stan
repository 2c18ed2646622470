// A negative weight is no density of its own: kept.
// dimension: 2 -> 2
// kept: a, sigma
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real<lower=0> sigma; }
model {
  a ~ normal(0, 2);
  y ~ normal(a, sigma);
  target += -0.5 * normal_lpdf(0.3 | a, sigma);
  sigma ~ exponential(1);
}
