// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real r;
  vector[2] u;
}
model {
  r ~ normal(0, 0.3);
  u ~ multi_normal([0, 0]', [[1, r], [r, 1]]);
  y ~ normal(u, 1);
}
