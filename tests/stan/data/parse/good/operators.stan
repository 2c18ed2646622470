transformed data {
  int a = 1 + 2 * 3 - 4 %/% 5 % 6;
  int b = (1 + 2) * 3 - (4 - 5) - -6;
  int c = !a == b && a < b || a >= b != (a <= b);
  int d = a == b || (a > 1 && !(b != 3));
  real e = -2 ^ 2 ^ 3;
  real f = (-2) ^ 2;
  real g = (2 ^ 3) ^ 2;
  real h = 2 ^ -1 * 3;
  real i = -(-(+3));
  matrix[2, 2] m = [[1, 2], [3, 4]];
  matrix[2, 2] n = m' * (m + m)' .* m ./ (m .^ 2);
  matrix[2, 2] o = m \ n \ m;
  matrix[2, 2] q = m / n * m / (n * m);
  matrix[2, 2] r = -m';
  real s = a ? b : c ? d : a;
  real t = (a ? b : c) ? d : a;
  real u = a ? b ? 1 : 2 : 3;
  real v = (a + b) ? c - d : -a;
  int w = (a == b) + (a < b);
  int x = a == b + 1 || b == 2;
  int y = a - (b - c) - (d + a) * (b - c);
  int z = 7 %/% (2 %/% 3) * (4 * 5);
  row_vector[2] rr = ([1, 2]')' .^ 2;
  real s1 = (m * n)[1, 2] + m'[2, 1];
}
