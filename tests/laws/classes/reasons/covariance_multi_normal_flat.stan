// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real r;
}
model {
  y ~ multi_normal([0, 0]', [[1, r], [r, 1]]);
}
