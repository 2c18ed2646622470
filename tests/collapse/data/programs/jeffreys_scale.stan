// Jeffreys' prior of a standard deviation, with a flat regression: everything goes.
// dimension: 3 -> 0
// kept:
transformed data {
  matrix[6, 2] X = [[1, 0.5], [1, -0.5], [1, 1.5], [1, 2], [1, 0.3], [1, -2]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { vector[2] beta; real<lower=0> sigma; }
model {
  target += -log(sigma);
  y ~ normal(X * beta, sigma);
}
