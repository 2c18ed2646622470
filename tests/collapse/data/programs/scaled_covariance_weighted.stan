// Weights multiply the shares of vectors; a block can not have them.
// dimension: 5 -> 4
// kept: V, m
// reason V: weight
transformed data {
  array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { real<lower=0> v; cov_matrix[2] V; real<lower=0> m; }
model {
  v ~ inv_gamma(3, 2);
  m ~ exponential(1);
  V ~ inv_wishart(4, S);
  target += 2.5 * multi_normal_lpdf(y | [log(m), 0]', v * S);
  target += 0.5 * multi_normal_lpdf(y | [log(m), 0]', V);
}
