// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses covariances that are not semidefinite.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += log_mix(0.3, gaussian_dlm_obs_lpdf([[0.3, 0.4]] | [[1]], [[1]], [[1]], [[1 - 1.2 * p]], [0]', [[1]]), 0.1);
}
