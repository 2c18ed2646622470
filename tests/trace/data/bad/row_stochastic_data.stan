data {
  row_stochastic_matrix[2, 2] z;
}
