transformed data {
  vector[2] y = csr_matrix_times_vector(2, 2, [1, 1]', {1, 2}, {1, 3, 2}, [1, 1]');
}
