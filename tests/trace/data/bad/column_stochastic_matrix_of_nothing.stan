data {
  int n;
}
parameters {
  column_stochastic_matrix[n, 2] x;
}
