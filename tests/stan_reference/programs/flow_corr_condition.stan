// Conditions on elements of constrained matrices.
data {
  array[2] vector[3] y;
}
parameters {
  cholesky_factor_corr[3] L;
  vector<lower=0>[3] tau;
  unit_vector[2] u;
}
model {
  matrix[3, 3] R = multiply_lower_tri_self_transpose(L);
  L ~ lkj_corr_cholesky(2);
  tau ~ exponential(1);
  for (i in 1:2) {
    for (j in (i + 1):3) {
      if (R[i, j] > 0.1) target += -R[i, j];
      else if (R[i, j] < -0.3) target += normal_lupdf(R[i, j] | 0, 0.5);
    }
  }
  if (u[1] > 0) y ~ multi_normal_cholesky(rep_vector(u[2], 3), diag_pre_multiply(tau, L));
  else y[1] ~ multi_normal(rep_vector(u[2], 3), quad_form_diag(R, tau));
}
