// dimension: 6 -> 3
// kept: sigma
transformed data { array[7] int g = {1, 1, 2, 3, 3, 3, 2}; vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]'; }
parameters { vector[3] mu; vector<lower=0>[3] sigma; }
model {
  mu ~ normal(0, 3);
  sigma ~ lognormal(0, 1);
  y ~ normal(mu[g], sigma[g]);
}
