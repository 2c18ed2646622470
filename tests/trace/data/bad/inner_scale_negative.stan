parameters {
  real y;
}
model {
  target += log_sum_exp(normal_lpdf(y | 0, -1), normal_lpdf(y | 1, 1));
}
