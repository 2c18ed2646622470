data {
  int n;
  matrix[n, 2] x;
}
