// Matrices and arrays of nothing.
// dimension: 1 -> 0
// kept: V, W
parameters { cov_matrix[0] V; array[0] cov_matrix[2] W; real x; }
model {
  x ~ normal(0, 1);
  for (w in W) w ~ inv_wishart(3, [[1, 0], [0, 1]]);
}
