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
  array[1] vector[1] y = ode_rk45(v, v, 0, {1.0});
}
