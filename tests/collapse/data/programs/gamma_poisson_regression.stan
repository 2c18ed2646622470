// Rates times exp of a regression: the rates go, though the regression stays.
// dimension: 6 -> 3
// kept: a, beta
transformed data {
  array[5] int g = {1, 1, 2, 3, 3}; array[5] int y = {3, 2, 0, 9, 4};
  matrix[5, 2] X = [[0.5, 2], [-0.5, 1], [1.5, 0], [2, -1], [0.3, 0.4]];
}
parameters { real<lower=0> a; vector[2] beta; vector<lower=0>[3] lambda; }
model {
  a ~ exponential(1);
  beta ~ normal(0, 1);
  lambda ~ gamma(a, a);
  y ~ poisson(lambda[g] .* exp(X * beta));
}
