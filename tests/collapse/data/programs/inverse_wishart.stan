// Covariances with inverse Wishart distributions, one by one and in an array.
// dimension: 15 -> 2
// kept: nu, m
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
  array[4] int g = {1, 2, 2, 1};
  cov_matrix[3] S = [[2, 0.3, 0.1], [0.3, 1, 0], [0.1, 0, 0.7]];
}
parameters { cov_matrix[3] V; array[2] cov_matrix[2] W; real<lower=1> nu; real<lower=0> m; real<lower=0, upper=1> r; }
model {
  nu ~ gamma(2, 0.5);
  m ~ exponential(1);
  r ~ beta(2, 2);
  V ~ inv_wishart(2 + nu, (1 + m) * S);
  [1, m, -1]' ~ multi_normal([log(m), 0, 1]', V);
  [0.2, 0.5, 1]' ~ multi_normal([m, m, 0]', V / 2.5);
  for (j in 1:2) W[j] ~ inv_wishart(nu, j * S[1:2, 1:2]);
  for (n in 1:4) y[n] ~ multi_normal([m, 1 - m]', W[g[n]]);
  y ~ multi_normal([exp(m), 0]', W[1] / (1 + m));
}
