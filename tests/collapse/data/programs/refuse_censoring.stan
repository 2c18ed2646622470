// A survival function of mu stands beside its normals.
// dimension: 2 -> 2
// kept: mu, sigma
transformed data { vector[3] y = [0.3, -1.2, 2.5]'; }
parameters { real mu; real<lower=0> sigma; }
model {
  mu ~ normal(0, 1);
  sigma ~ exponential(1);
  y ~ normal(mu, sigma);
  target += 2 * normal_lccdf(3.0 | mu, sigma);
}
