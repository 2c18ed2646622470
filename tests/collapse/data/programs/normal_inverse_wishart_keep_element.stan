// Of a mean with an element that stays nothing goes with the covariance, which is more.
// options: keep mu[1]
// dimension: 5 -> 2
// kept: mu
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
}
parameters { vector[2] mu; cov_matrix[2] V; }
model {
  V ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  mu ~ multi_normal([0.5, -1]', V / 2.5);
  y ~ multi_normal(mu, V);
}
