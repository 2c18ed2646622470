// A matrix of effects, indexed by two groupings at once.
// dimension: 7 -> 1
// kept: tau
transformed data {
  array[9] int g = {1, 1, 2, 2, 3, 3, 1, 2, 3};
  array[9] int h = {1, 2, 1, 2, 1, 2, 2, 1, 1};
  vector[9] y = [1.1, 0.2, -0.4, 2.2, 0.9, 1.4, 0.8, -1, 0.3]';
}
parameters { matrix[3, 2] theta; real<lower=0> tau; }
model {
  to_vector(theta) ~ normal(0.5, tau);
  for (i in 1:9) y[i] ~ normal(theta[g[i], h[i]], 0.7);
  tau ~ exponential(1);
}
