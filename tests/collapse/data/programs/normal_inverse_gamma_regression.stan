// dimension: 6 -> 1
// kept: g
transformed data {
  matrix[6, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1], [1, 0.3, 0.4], [1, -2, 0.1]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { real alpha; vector[3] beta; real<lower=0> sigma2; real<lower=0> g; }
model {
  g ~ lognormal(0, 1);
  alpha ~ normal(0, sqrt(sigma2));
  beta ~ normal(0, g * sqrt(sigma2));
  sigma2 ~ inv_gamma(2, 1.5);
  y ~ normal(alpha + X * beta, sqrt(sigma2));
}
