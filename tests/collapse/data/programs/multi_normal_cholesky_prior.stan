// dimension: 6 -> 3
// kept: sigma, tau
transformed data {
  matrix[5, 3] X = [[1, 0.5, 2], [1, -0.5, 1], [1, 1.5, 0], [1, 2, -1], [1, 0.3, 0.4]];
  matrix[3, 3] L = [[1, 0, 0], [0.3, 0.8, 0], [-0.2, 0.1, 0.9]];
  vector[5] y = [1, 2, 0.3, 4, 2.2]';
}
parameters { vector[3] beta; vector<lower=0>[2] tau; real<lower=0> sigma; }
model {
  beta ~ multi_normal_cholesky(rep_vector(0.3, 3), diag_pre_multiply([tau[1], tau[2], tau[2]]', L));
  y ~ normal(X * beta, sigma);
  tau ~ exponential(1);
  sigma ~ exponential(1);
}
