data {
  int n;
  real a;
  vector[n] v;
  row_vector[n] r;
  matrix[n, n] m;
  array[n] real x;
  array[n] int idx;
}
transformed data {
  int y = v > 1;
}
