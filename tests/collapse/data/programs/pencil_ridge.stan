// dimension: 7 -> 2
// kept: tau, sigma
transformed data {
  matrix[8, 5] X = [[1, 0.5, 2, 0.1, -1], [1, -0.5, 1, 2, 0.4], [1, 1.5, 0, -0.3, 0.2], [1, 2, -1, 1.1, 0],
                    [1, 0.3, 0.4, -2, 0.9], [1, -2, 0.1, 0.7, 1.3], [1, 0.1, -1.2, 0.5, 2], [1, 1, 1, -1, -0.6]];
  vector[8] y = [1, 2, 0.3, 4, 2.2, -1, 0.7, 1.9]';
}
parameters { vector[5] b; real<lower=0> tau; real<lower=0> sigma; }
model {
  tau ~ normal(0, 2);
  sigma ~ normal(0, 5);
  b ~ normal(0, tau);
  y ~ normal(X * b, sigma);
}
