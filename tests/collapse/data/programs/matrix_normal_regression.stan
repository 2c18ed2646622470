// A regression of vectors: rows of coefficients have multiples of the covariance of the noise.
// dimension: 10 -> 1
// kept: tau
transformed data {
  array[6] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]', [1, 0]', [0, 1]'};
  matrix[6, 3] X = [[1, 0.2, -1], [1, 0.4, 2], [1, 1, 0], [1, -1, 0.3], [1, 2, 1], [1, 0, 0]];
  matrix[3, 2] B0 = [[1, 0], [0, 0.5], [-1, 0]];
  vector[3] v = [10, 2, 0.5]';
}
parameters { matrix[3, 2] B; cov_matrix[2] V; real<lower=0> tau; }
transformed parameters { matrix[6, 2] M = X * B; }
model {
  tau ~ exponential(1);
  V ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  for (j in 1:3) B[j]' ~ multi_normal(B0[j]', tau^2 * v[j] * V);
  for (n in 1:6) y[n] ~ multi_normal(M[n]', V);
}
