// slopes at {"t": [1, 0, 0]}: t = 0.5, 0, 0
// A probability that is zero and not met has no slope of its own.
parameters {
  vector[3] t;
}
model {
  target += log_sum_exp(categorical_lpmf(1 | t), 0);
}
