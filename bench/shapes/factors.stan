// Two correlated factors, three measures of each.
data {
  int<lower=1> N;
  matrix[N, 6] y;
}
parameters {
  matrix[N, 2] z;
  cholesky_factor_corr[2] L;
  vector[6] mean;
  vector<lower=0>[6] loading;
  vector<lower=0>[6] sigma;
}
model {
  matrix[N, 2] f = z * L';
  to_vector(z) ~ std_normal();
  L ~ lkj_corr_cholesky(2);
  mean ~ normal(0, 2);
  loading ~ normal(0, 1);
  sigma ~ exponential(1);
  for (k in 1 : 6) y[, k] ~ normal(mean[k] + loading[k] * f[, k <= 3 ? 1 : 2], sigma[k]);
}
