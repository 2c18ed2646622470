// density at {"x": -1}: -1.4189385332046727
parameters {
  real x;
}
model {
  target += log_sum_exp(inv_chi_square_lpdf(x | 2), normal_lpdf(x | 0, 1));
}
