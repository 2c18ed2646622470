// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  vector[2] r;
}
model {
  r ~ normal(0, 0.3);
  y ~ multi_normal([0, 0]', diag_matrix(exp(r)));
}
