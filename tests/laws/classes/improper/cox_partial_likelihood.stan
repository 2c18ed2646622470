// A covariate that is the same for all has no coefficient.
// warns: b[2]
parameters {
  vector[2] b;
}
model {
  matrix[4, 2] X = [[0.1, 1], [-0.4, 1], [0.7, 1], [1.2, 1]];
  vector[4] eta = X * b;
  b[1] ~ normal(0, 1);
  for (i in 1:3) target += eta[i] - log_sum_exp(eta[i:4]);
}
