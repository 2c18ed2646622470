// dimension: 11 -> 2
// kept: tau, sigma
transformed data {
  matrix[3, 8] X = [[1, 0.5, 2, 0.1, -1, 0.5, 1, 2], [1, -0.5, 1, 2, 0.4, -0.5, 3, 0.2], [1, 1.5, 0, -0.3, 0.2, 1.5, 0.1, 1]];
  vector[3] y = [1, 2, 0.3]';
}
parameters { real mu; vector[8] b; real<lower=0> tau; real<lower=0> sigma; }
model {
  mu ~ normal(0, 3);
  tau ~ normal(0, 2);
  sigma ~ normal(0, 5);
  b ~ normal(mu, tau);
  y ~ normal(X * b, sigma);
}
