// A mean without a prior, which the data determine.
// dimension: 6 -> 1
// kept: s
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
}
parameters { vector[2] mu; cov_matrix[2] V; real<lower=0> s; }
model {
  s ~ exponential(1);
  V ~ inv_wishart(4, s * [[2, 0.3], [0.3, 1]]);
  y ~ multi_normal(mu, V);
}
