// Means of groups about a common mean, all with multiples of one covariance.
// dimension: 16 -> 1
// kept: kappa
transformed data {
  array[6] vector[3] y = {[1.2, 0.3, 1]', [0.1, -0.4, 0]', [2.2, 0.9, 2]', [0.4, 1.1, -1]', [1, 0, 0.2]', [0, 1, 0.3]'};
  array[6] int g = {1, 1, 2, 2, 2, 1};
}
parameters { array[2] vector[3] theta; vector[3] mu; cov_matrix[3] V; real<lower=0> kappa; }
model {
  kappa ~ exponential(1);
  V ~ inv_wishart(5, [[2, 0.3, 0], [0.3, 1, 0.1], [0, 0.1, 1]]);
  mu ~ multi_normal([0, 1, 2]', 10 * V);
  theta ~ multi_normal(mu, V / kappa);
  for (n in 1:6) y[n] ~ multi_normal(theta[g[n]], V / n);
}
