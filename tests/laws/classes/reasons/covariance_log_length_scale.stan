// reason r: covarian|Sigma|scale|varianc|precision|Omega|Cholesky|\bL\b|correlation
// no reason r: mean of
data {
  vector[2] y;
}
parameters {
  real r;
}
model {
  r ~ normal(0, 0.3);
  y ~ multi_normal([0, 0]', add_diag(gp_exp_quad_cov({1.0, 2.0}, 1.0, exp(r)), 0.1));
}
