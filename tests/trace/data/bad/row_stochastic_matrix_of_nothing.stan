data {
  int n;
}
parameters {
  row_stochastic_matrix[n, 2] x;
}
