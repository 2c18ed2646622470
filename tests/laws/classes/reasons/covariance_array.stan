// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  array[2] vector[2] y;
}
parameters {
  real r;
}
model {
  r ~ normal(0, 0.3);
  y ~ multi_normal([0, 0]', [[1, r], [r, 1]]);
}
