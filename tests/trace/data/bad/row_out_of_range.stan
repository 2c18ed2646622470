transformed data {
  row_vector[2] x = row([[1, 2]], 2);
}
