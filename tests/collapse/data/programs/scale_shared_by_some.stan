// A prior of beta that does not share the variance: the larger side goes.
// dimension: 4 -> 1
// kept: sigma2
// reason sigma2: beta
transformed data {
  matrix[6, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1], [1, 0.3, 0.4], [1, -2, 0.1]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { vector[3] beta; real<lower=0> sigma2; }
model {
  sigma2 ~ inv_gamma(2, 1.5);
  beta ~ normal(0, 10);
  y ~ normal(X * beta, sqrt(sigma2));
}
