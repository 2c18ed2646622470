data {
  corr_matrix[2] S;
}
