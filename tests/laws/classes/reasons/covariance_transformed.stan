// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real r;
}
transformed parameters {
  matrix[2, 2] S = [[2, r], [r, 2]];
}
model {
  r ~ normal(0, 0.3);
  y ~ multi_normal([0, 0]', S);
}
