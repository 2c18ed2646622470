data {
  array[2] column_stochastic_matrix[2, 2] z;
}
