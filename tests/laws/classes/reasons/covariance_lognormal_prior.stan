// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real<lower=0> r;
}
model {
  r ~ lognormal(0, 1);
  y ~ multi_normal([0, 0]', [[r, 0], [0, 1]]);
}
