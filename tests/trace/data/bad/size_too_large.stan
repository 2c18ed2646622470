transformed data {
  int n = 100000;
  matrix[n, n] x;
}
