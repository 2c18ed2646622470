transformed data {
  vector[1] u = corr_matrix_unconstrain([[1, 2], [2, 1]]);
}
