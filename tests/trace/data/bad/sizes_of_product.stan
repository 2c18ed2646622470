transformed data {
  matrix[2, 3] a = rep_matrix(1, 2, 3);
  vector[2] y = a * [1, 2]';
}
