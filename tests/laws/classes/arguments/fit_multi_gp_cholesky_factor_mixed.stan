// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a factor that is no triangle.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, multi_gp_cholesky_lpdf([[0.3, 0.4]] | [[1, p], [0.2, 1]], [1]'), 0.1);
}
