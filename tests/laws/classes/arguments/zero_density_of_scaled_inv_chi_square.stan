// density at {"x": -1}: -1.4189385332046727
parameters {
  real x;
}
model {
  target += log_sum_exp(scaled_inv_chi_square_lpdf(x | 2, 1), normal_lpdf(x | 0, 1));
}
