// Kept latent normals with a collapsed regression for their mean.
// dimension: 8 -> 5
// kept: tau, theta
transformed data {
  array[4] int y = {1, 0, 1, 0};
  matrix[4, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1]];
}
parameters { vector[3] beta; real<lower=0> tau; vector[4] theta; }
model {
  beta ~ normal(0, 2);
  tau ~ exponential(1);
  theta ~ normal(X * beta, tau);
  y ~ bernoulli_logit(theta);
}
