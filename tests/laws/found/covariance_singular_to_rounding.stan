// A covariance that is singular to rounding, which decides whether the joint density is a number (seed 701187)
data {
  int<lower=0> N;
  int<lower=0> D;
  matrix[N, D] Y;
}
parameters {
  cov_matrix[D] V;
  vector[D] mu;
}
model {
  V ~ inv_wishart(D, add_diag(rep_matrix(0.2, D, D), 1));
  for (i in 1:1)
    Y[1] ~ multi_normal(mu, V * exp(1));
}
