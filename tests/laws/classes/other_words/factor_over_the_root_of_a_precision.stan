// A known factor over the root of a precision.
// fate mu: collapsed
// fate q: collapsed
// self-test: passes
data {
  int n;
  array[n] vector[2] y;
}
transformed data {
  matrix[2, 2] L = [[1, 0], [0.4, 0.9]];
}
parameters {
  vector[2] mu;
  real<lower=0> q;
}
model {
  q ~ gamma(2, 2);
  mu ~ multi_normal_cholesky([0, 0]', 3 * L / sqrt(q));
  y ~ multi_normal_cholesky(mu, inv_sqrt(q) * L);
}
