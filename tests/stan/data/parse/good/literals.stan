transformed data {
  array[9] real x = {.5, 100., 1e3, 1.0E-3, 1E+3, 1_000.000_1, .5e2, 7.e1, 0};
  int n = 1_000_000;
  int m = 2147483647;
  row_vector[0] r = [];
  matrix[2, 3] A = [[1, 2, 3], [4, 5, 6]];
  matrix[3, 2] B = [[1, 2, 3], [4, 5, 6]]';
  array[2, 3] int c = {{1, 2, 3}, {4, 5, 6}};
  array[1, 1, 1] real d = {{{1e-300}}};
  real tiny = 1e-400;
  real half = 1./2.;
  vector[3] pw = 2.^[1, 2, 3]';
}
