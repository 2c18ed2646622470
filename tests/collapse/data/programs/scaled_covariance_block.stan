// Normal-inverse-gamma of vectors: a mean and what is observed of it have covariances of one scale.
// dimension: 4 -> 0
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
  cov_matrix[2] S0 = [[3, -1], [-1, 2]];
}
parameters { real<lower=0> v; vector[2] mu; real b; }
model {
  v ~ inv_gamma(3, 2);
  mu ~ multi_normal([0, 1]', v * S0);
  b ~ normal(0, 2 * sqrt(v));
  y ~ multi_normal(mu + b, v * S);
  [0.5, 0.1]' ~ multi_normal_prec(2 * mu, S / v);
  [0.2, 0.1]' ~ multi_normal_cholesky(mu - b, sqrt(v) * [[1, 0], [0.5, 2]]);
}
