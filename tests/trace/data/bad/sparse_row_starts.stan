transformed data {
  array[1] real w = {1};
  matrix[2, 2] m = csr_to_dense_matrix(2, 2, [1, 2]', {1, 2}, {1, 2, 4});
}
