data {
  int n;
}
parameters {
  sum_to_zero_matrix[n, 2] x;
}
