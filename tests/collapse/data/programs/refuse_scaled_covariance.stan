// Scales that are not of the whole covariance, or not in its power, or in two places.
// dimension: 5 -> 5
// kept: a, b, c, d, e
transformed data {
  vector[2] y = [1.2, 0.3]';
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { real<lower=0> a; real<lower=0> b; real<lower=0> c; real<lower=0> d; real<lower=0> e; }
model {
  a ~ inv_gamma(3, 2);
  b ~ inv_gamma(3, 2);
  c ~ inv_gamma(3, 2);
  d ~ inv_gamma(3, 2);
  e ~ inv_gamma(3, 2);
  y ~ multi_normal([0, 0]', a * S + [[1, 0], [0, 1]]);
  y ~ multi_normal([0, 0]', b^2 * S);
  y ~ multi_normal([c, 0]', c * S);
  y ~ multi_normal([0, 0]', [[d, 0], [0, 1]]);
  y ~ multi_normal_cholesky([0, 0]', e * [[1, 0], [0, 1]]);
}
