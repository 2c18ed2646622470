// the degrees of freedom must be above 2
// self-test: passes
parameters {
  real a;
  cov_matrix[3] g;
}
model {
  a ~ normal(0, 1);
  g ~ inv_wishart(3 + a, diag_matrix(rep_vector(1, 3)));
}
