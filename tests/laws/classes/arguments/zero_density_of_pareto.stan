// density at {"x": 0.5}: -1.0439385332046727
parameters {
  real x;
}
model {
  target += log_sum_exp(pareto_lpdf(x | 1, 2), normal_lpdf(x | 0, 1));
}
