// means with their covariance, and coefficients with their precision
data { int N; array[N] vector[2] y; array[N] vector[2] z; }
transformed data { array[4] vector[2] x = {[1, 0.5]', [1, -1]', [1, 2]', [1, 0]'}; }
parameters { real<lower=0> k; cov_matrix[2] V; vector[2] mu; cov_matrix[2] P; matrix[2, 2] B; }
model {
  k ~ lognormal(0, 0.5);
  V ~ inv_wishart(5, k * [[1, 0.2], [0.2, 2]]);
  mu ~ multi_normal([k, 0]', V / k);
  y ~ multi_normal(mu, V);
  P ~ wishart(4, [[1, -0.3], [-0.3, 1]]);
  for (j in 1:2) B[, j] ~ multi_normal_prec([0, j]', k * P);
  for (n in 1:N) z[n] ~ multi_normal_prec(B * x[n], P);
}
