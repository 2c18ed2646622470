// Rows of responses with a covariance; the coefficients go.
// dimension: 9 -> 3
// kept: L, sd
transformed data {
  array[4] vector[3] x = {[1, 0.5, 2]', [1, -0.5, 1]', [1, 1.5, 0]', [1, 2, -1]'};
  array[4] vector[2] y = {[1, 2]', [0.3, 4]', [2.2, -1]', [0, 1]'};
}
parameters { matrix[2, 3] B; cholesky_factor_corr[2] L; vector<lower=0>[2] sd; }
model {
  array[4] vector[2] mu;
  for (n in 1:4) mu[n] = B * x[n];
  to_vector(B) ~ normal(0, 5);
  L ~ lkj_corr_cholesky(4);
  sd ~ cauchy(0, 2.5);
  y ~ multi_normal_cholesky(mu, diag_pre_multiply(sd, L));
}
