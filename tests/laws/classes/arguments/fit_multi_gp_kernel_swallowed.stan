// density at {"p": 0}: finite
// density at {"p": 1}: rejected
// Stan refuses a kernel that is not positive definite.
parameters {
  real p;
}
model {
  p ~ normal(0, 1);
  target += fmax(fmin(multi_gp_lpdf([[0.3, 0.4]] | [[1, 0.2], [0.2, 1 - 2 * p]], [1]'), 1), 1);
}
