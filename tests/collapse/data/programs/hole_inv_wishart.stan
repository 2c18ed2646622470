// Levels without data, whose covariance is collapsed with the others, and divided by a precision that is kept.
// dimension: 14 -> 1
// kept: k
// reason k: it is multiplied with V in the density of mu; V was collapsed instead
transformed data {
  array[6] int g = {1, 2, 4, 1, 2, 4};
  array[6] vector[2] y = {[1.2, 0.3]', [2.1, 0.8]', [-0.7, 1.1]', [2.5, 0.1]', [0.6, -0.2]', [1.9, 0.4]'};
}
parameters { array[4] vector[2] mu; vector[2] m0; cov_matrix[2] V; real<lower=0> k; }
model {
  k ~ gamma(2, 2);
  V ~ inv_wishart(5, identity_matrix(2));
  m0 ~ multi_normal(rep_vector(0, 2), V * 10);
  mu ~ multi_normal(m0, V / k);
  for (n in 1:6) y[n] ~ multi_normal(mu[g[n]], V);
}
