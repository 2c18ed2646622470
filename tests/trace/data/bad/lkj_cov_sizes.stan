parameters {
  cov_matrix[2] s;
}
model {
  s ~ lkj_cov([0, 0, 0]', [1, 1]', 2);
}
