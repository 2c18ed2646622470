// The same with columns of coefficients, everything known, and more predictors than rows.
// dimension: 15 -> 0
transformed data {
  array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'};
  array[3] vector[6] x = {[1, 0.2, -1, 1, 0.4, 2]', [1, 1, 0, 1, -1, 0.3]', [1, 2, 1, 1, 0, 0]'};
}
parameters { matrix[2, 6] B; cov_matrix[2] V; }
model {
  V ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  for (j in 1:6) B[, j] ~ multi_normal([0, j]', V / j);
  for (n in 1:3) y[n] ~ multi_normal(B * x[n], V);
}
