// Effects are more than their covariance: they are integrated out, and it stays.
// dimension: 15 -> 4
// kept: V, sigma
transformed data {
  array[8] vector[2] x = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]', [1, 0]', [0, 1]', [2, 1]', [1, -1]'};
  vector[8] y = [1, 2, 0.3, 4, 2.2, -1, 0.1, 0.7]';
  array[8] int g = {1, 1, 2, 3, 4, 3, 2, 4};
}
parameters { array[4] vector[2] theta; cov_matrix[2] V; vector[3] u; real<lower=0> sigma; }
model {
  sigma ~ exponential(1);
  V ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  u ~ normal(0, 1);
  theta ~ multi_normal(u[1:2], V);
  for (n in 1:8) y[n] ~ normal(dot_product(theta[g[n]], x[n]) + u[3], sigma);
}
