parameters {
  column_stochastic_matrix[2, 2] x;
}
