// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses fewer degrees of freedom than rows.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, inv_wishart_cholesky_lpdf([[1, 0], [0.2, 1]] | 3 - 2.5 * p, [[1, 0], [0.2, 1]]), 0.1);
}
