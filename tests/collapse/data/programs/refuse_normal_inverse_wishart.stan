// A mean that has another covariance, or whose components are mixed, does not go with V.
// dimension: 26 -> 11
// kept: mu1, mu2, mu3, mu4, mu5, s
// reason mu1: it stands beside V1 in
transformed data {
  array[4] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]', [0.4, 1.1]'};
}
parameters {
  vector[2] mu1; cov_matrix[2] V1;
  vector[2] mu2; cov_matrix[2] V2;
  vector[2] mu3; cov_matrix[2] V3;
  vector[2] mu4; cov_matrix[2] V4;
  vector[2] mu5; cov_matrix[2] V5;
  real<lower=0> s;
}
model {
  s ~ exponential(1);
  V1 ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  V2 ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  V3 ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  V4 ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  V5 ~ inv_wishart(4, [[2, 0.3], [0.3, 1]]);
  mu1 ~ multi_normal([0, 1]', [[9, 0], [0, 9]]);
  mu2 ~ multi_normal([0, 1]', V2);
  mu3 ~ multi_normal([0, 1]', V3);
  mu4 ~ multi_normal([0, 1]', V4);
  mu5 ~ multi_normal([0, 1]', V5);
  y ~ multi_normal(mu1, V1);
  y ~ multi_normal([mu2[2], mu2[1]]', V2);
  y ~ multi_normal([mu3[1], 2 * mu3[2]]', V3);
  y ~ multi_normal(mu4, V4);
  0.3 ~ normal(mu4[1] + s, 1);
  y ~ multi_normal([[1, s], [0, 1]] * mu5, V5);
}
