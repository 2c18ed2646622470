// Matrix work inside of a branch: a full covariance or a diagonal one.
data {
  array[3] vector[2] y;
}
parameters {
  vector[2] mu;
  vector<lower=0>[2] tau;
  real r;
}
transformed parameters {
  matrix[2, 2] L = diag_matrix(tau);
  if (abs(r) > 0.5) {
    matrix[2, 2] S = quad_form_diag([[1, tanh(r)], [tanh(r), 1]], tau);
    L = cholesky_decompose(S);
  }
}
model {
  mu ~ normal(0, 1);
  tau ~ exponential(1);
  r ~ normal(0, 1);
  y ~ multi_normal_cholesky(mu, L);
  if (log_determinant(tcrossprod(L)) > 0) target += -trace(mdivide_left_spd(tcrossprod(L), diag_matrix(square(tau))));
}
