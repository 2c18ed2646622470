// Loadings and scores multiply: the larger set goes.
// dimension: 11 -> 5
// kept: lambda, sigma
// reason lambda: multiplied with eta
transformed data { matrix[4, 3] y = [[1, 2, 0.3], [0.4, 1, 0.2], [-1, 0, 0.5], [2, 3, 1]]; }
parameters { vector[3] lambda; vector[6] eta; vector<lower=0>[2] sigma; }
model {
  lambda ~ normal(0, 1);
  eta ~ normal(0, 1);
  sigma ~ exponential(1);
  for (i in 1:4) y[i]' ~ normal(lambda * eta[i], sigma[1]);
  eta[5:6] ~ normal(0.4, sigma[2]);
}
