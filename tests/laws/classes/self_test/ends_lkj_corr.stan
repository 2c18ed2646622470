// half of all values of a are not allowed
// self-test: passes
parameters {
  real a;
  corr_matrix[2] g;
}
model {
  a ~ normal(0, 1);
  g ~ lkj_corr(a);
}
