// Levels without data, whose covariance is collapsed with the others: they go as leaves.
// dimension: 11 -> 0
// kept:
transformed data {
  int N = 12;
  array[N] int g = {1, 2, 4, 1, 2, 4, 1, 1, 2, 4, 2, 4};
  vector[N] x = [0.2, -1.1, 0.7, 1.3, -0.4, 0.1, 2.0, -0.9, 0.5, -1.6, 0.8, 0.3]';
  vector[N] y = [1.2, 0.3, 2.1, 0.8, -0.7, 1.1, 2.5, 0.1, 0.6, -0.2, 1.9, 0.4]';
  matrix[2, 2] S = [[1.5, 0.3], [0.3, 0.8]];
}
parameters { vector[2] m; array[4] vector[2] u; real<lower=0> v; }
model {
  v ~ inv_gamma(3, 2);
  m ~ multi_normal([0, 0]', v * 4 * S);
  u ~ multi_normal(m, v * S);
  for (n in 1:N) y[n] ~ normal(u[g[n], 1] + u[g[n], 2] * x[n], sqrt(v));
}
