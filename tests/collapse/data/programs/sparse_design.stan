// Zeros in the data cut the graph: beta[3] meets nobody else.
// dimension: 5 -> 2
// kept: sigma, tau
transformed data {
  matrix[6, 3] X = [[1, 0.5, 0], [1, 0, 0], [0, 1.5, 0], [0, 0, -1], [0, 0, 0.4], [2, 0, 0]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { vector[3] beta; real<lower=0> tau; real<lower=0> sigma; }
model {
  beta ~ normal(0, tau);
  tau ~ exponential(1);
  sigma ~ exponential(1);
  y ~ normal(X * beta, sigma);
}
