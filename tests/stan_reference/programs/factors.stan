// Cholesky factors of covariance matrices, square and tall, and what is solved with them.
data {
  int<lower=0> N;
  array[N] vector[3] y;
}
parameters {
  cholesky_factor_cov[3] L;
  cholesky_factor_cov[4, 2] loadings;
  vector[3] mu;
  vector<lower=0.1>[4] psi;
  vector[4] f;
}
model {
  matrix[4, 4] implied = add_diag(tcrossprod(loadings), psi);
  for (i in 1:3) {
    L[i, i] ~ lognormal(0, 0.5);
    for (j in 1:(i - 1)) {
      L[i, j] ~ normal(0, 1);
    }
  }
  mu ~ normal(0, 2);
  to_vector(loadings) ~ normal(0, 1);
  psi ~ inv_gamma(3, 2);
  y ~ multi_normal_cholesky(mu, L);
  f ~ multi_normal(rep_vector(0, 4), implied);
  target += -0.5 * dot_self(mdivide_left_tri_low(L, y[1] - mu)) - sum(log(diagonal(L)));
}
