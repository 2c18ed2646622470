// Two covariances of one array, each with a mean of its own.
// dimension: 11 -> 1
// kept: s
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
}
parameters { array[2] vector[2] mu; array[2] cov_matrix[2] V; real<lower=0> s; }
model {
  s ~ exponential(1);
  V[1] ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  V[2] ~ inv_wishart(3, [[1, 0], [0, 1 + s]]);
  mu[1] ~ multi_normal([0, 1]', V[1]);
  mu[2] ~ multi_normal([s, 1]', V[2] / 3);
  y[1:2] ~ multi_normal(mu[1], V[1]);
  y[3:4] ~ multi_normal(mu[2], s * V[2]);
}
