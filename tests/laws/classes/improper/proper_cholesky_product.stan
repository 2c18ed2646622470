// proper
data {
  vector[6] y;
}
parameters {
  real a;
  cholesky_factor_cov[2] S;
}
model {
  y ~ normal(a, 1);
  multiply_lower_tri_self_transpose(S) ~ wishart(4, identity_matrix(2));
}
