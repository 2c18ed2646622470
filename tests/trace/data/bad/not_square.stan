transformed data {
  matrix[2, 2] x = inverse(rep_matrix(1, 2, 3));
}
