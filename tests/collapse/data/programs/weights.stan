// Weighted likelihoods: a multiplier of a density.
// dimension: 3 -> 1
// kept: sigma
transformed data { vector[4] y = [0.4, 1.2, 0.9, 3]'; vector[4] w = [1, 2, 0.5, 0.25]'; }
parameters { real a; real b; real<lower=0> sigma; }
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  target += 2 * normal_lpdf(y[1:2] | a + b, sigma);
  for (i in 1:4) target += w[i] * normal_lpdf(y[i] | a - b * i, sigma);
  sigma ~ exponential(1);
}
