// proper
data {
  vector[6] y;
}
parameters {
  real a;
  simplex[3] p;
  corr_matrix[2] C;
  cholesky_factor_corr[2] L;
  unit_vector[3] u;
  row_stochastic_matrix[2, 2] P;
  column_stochastic_matrix[2, 2] Q;
}
model {
  y ~ normal(a, 1);
}
