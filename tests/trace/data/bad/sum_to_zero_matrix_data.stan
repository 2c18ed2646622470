data {
  sum_to_zero_matrix[2, 2] z;
}
