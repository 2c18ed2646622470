functions {
  real f(real x, array[] real xs) { return x + sum(xs); }
  array[] real g() { return {1, 2}; }
  real h() { return 1; }
}
data {
  int n;
  array[3] int is;
}
transformed data {
  real a = n;
  array[3] real b = is;
  array[2, 1] real c = {{1}, {2.5}};
  vector[2] v = [1, 2]';
  row_vector[2] r = [1, 2];
  matrix[2, 2] m = [[1, 2], [3, 4]];
  real d = f(1, is);
  a = 3;
  a /= 2;
  b = {1, 2, 3};
  v = to_vector(is)[1 : 2];
}
