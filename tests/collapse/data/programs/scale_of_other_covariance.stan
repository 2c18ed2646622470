// The mean has a covariance without the scale of what is observed: one of them stays.
// dimension: 3 -> 1
// kept: v
transformed data {
  array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { real<lower=0> v; vector[2] mu; }
model {
  v ~ inv_gamma(3, 2);
  mu ~ multi_normal([0, 1]', S);
  y ~ multi_normal(mu, v * S);
}
