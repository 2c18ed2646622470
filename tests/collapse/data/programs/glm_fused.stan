// dimension: 4 -> 1
// kept: sigma
transformed data {
  matrix[6, 2] X = [[0.5, 2], [-0.5, 1], [1.5, 0], [2, -1], [0.3, 0.4], [-2, 0.1]];
  vector[6] y = [1, 2, 0.3, 4, 2.2, -1]';
}
parameters { real alpha; vector[2] beta; real<lower=0> sigma; }
model {
  beta ~ normal(0, 2);
  sigma ~ exponential(0.5);
  y ~ normal_id_glm(X, alpha, beta, sigma);
}
