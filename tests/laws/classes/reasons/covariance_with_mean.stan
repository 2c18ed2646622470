// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real r;
  real m;
}
model {
  r ~ normal(0, 0.3);
  m ~ normal(0, 1);
  y ~ multi_normal([m, m]', [[1, tanh(r)], [tanh(r), 1]]);
}
