// density at {"a": 1}: finite
// density at {"a": -1}: rejected
// A negative count has no probability; its arguments are still asked.
parameters {
  real a;
}
model {
  a ~ normal(0, 1);
  target += log_sum_exp(beta_binomial_lpmf(-1 | 3, a, 1), 0.5);
}
