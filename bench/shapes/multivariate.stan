// Several responses of each row, with correlated residuals.
data {
  int<lower=1> N;
  int<lower=1> K;
  int<lower=1> P;
  matrix[N, P] X;
  array[N] vector[K] y;
}
parameters {
  matrix[K, P] b;
  vector[K] Intercept;
  vector<lower=0>[K] sigma;
  cholesky_factor_corr[K] L;
}
model {
  array[N] vector[K] mu;
  for (n in 1 : N) mu[n] = Intercept + b * X[n]';
  Intercept ~ student_t(3, 0, 2.5);
  sigma ~ student_t(3, 0, 2.5);
  L ~ lkj_corr_cholesky(1);
  y ~ multi_normal_cholesky(mu, diag_pre_multiply(sigma, L));
}
