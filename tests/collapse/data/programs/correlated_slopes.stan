// Batches of multi_normal with an LKJ prior.
// dimension: 12 -> 4
// kept: L, sigma, tau
transformed data {
  array[7] int g = {1, 1, 2, 3, 3, 3, 2};
  vector[7] x = [0.1, 0.9, -0.4, 0.3, 1.2, -1.1, 0.6]';
  vector[7] y = [1, 2, 0.3, 4, 2.2, -1, 0.1]';
}
parameters {
  vector[2] mu; array[3] vector[2] b;
  vector<lower=0>[2] tau; cholesky_factor_corr[2] L; real<lower=0> sigma;
}
model {
  mu ~ normal(0, 3);
  b ~ multi_normal_cholesky(mu, diag_pre_multiply(tau, L));
  for (i in 1:7) y[i] ~ normal(b[g[i], 1] + b[g[i], 2] * x[i], sigma);
  tau ~ exponential(1);
  L ~ lkj_corr_cholesky(2);
  sigma ~ exponential(1);
}
