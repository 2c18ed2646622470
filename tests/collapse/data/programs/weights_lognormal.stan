// Weights of a lognormal whose value is the same in all rows.
// dimension: 3 -> 1
// kept: sigma
transformed data { vector[4] w = [1, 2, 0.5, 0.25]'; vector[4] y = [0.4, 1.2, 0.9, 3]'; }
parameters { real a; real b; real<lower=0> sigma; }
model {
  a ~ normal(0, 2);
  b ~ normal(0, 2);
  for (i in 1:4) target += w[i] * lognormal_lpdf(1.5 | a - b * i, sigma);
  for (i in 1:4) target += w[i] * lognormal_lpdf(y[i] | a - b * i, sigma);
  target += 2.5 * lognormal_lpdf(y | a, sigma);
  sigma ~ exponential(1);
}
