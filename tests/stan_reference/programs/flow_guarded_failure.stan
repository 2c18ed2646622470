// What is not taken would be an error: scales below zero, matrices that have no Cholesky factor.
data {
  vector[3] y;
}
parameters {
  real a;
  real b;
}
model {
  a ~ normal(0, 1);
  b ~ normal(0, 1);
  if (a > 0) {
    y ~ normal(b, a);
    y ~ gamma(a, 1 + a);
  } else {
    y ~ normal(b, -a);
  }
  if (abs(b) < 0.8) {
    matrix[2, 2] L = cholesky_decompose([[1, 1.2 * b], [1.2 * b, 1]]);
    y[1:2] ~ multi_normal_cholesky([a, a]', L);
  }
}
