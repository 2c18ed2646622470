// A standard deviation without a prior: what is left over of the data makes its integral finite.
// dimension: 3 -> 0
transformed data {
  array[3] vector[2] y = {[1.2, 0.3]', [0.1, -0.4]', [2.2, 0.9]'};
  cov_matrix[2] S = [[2, 0.3], [0.3, 1]];
}
parameters { real<lower=0> sigma; vector[2] mu; }
model {
  target += -log(sigma);
  y ~ multi_normal(mu, sigma^2 * S);
}
