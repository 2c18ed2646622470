transformed data {
  matrix[2, 2] x = cholesky_decompose([[1, 2], [0, 1]]);
}
