functions {
  real part(array[] int y, int from, int to) { return 1; }
}
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
  real y = reduce_sum(part, x, 1);
}
