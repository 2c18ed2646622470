transformed data {
  matrix[3, 3] x = cov_matrix_constrain([1, 2]', 3);
}
