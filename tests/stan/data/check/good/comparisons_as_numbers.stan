data {
  int N;
  array[N] int y;
  vector[N] x;
}
transformed data {
  array[N] int z;
  real s = 0;
  int w = 1 + N == 3 || N > 2 && !(N < 1);
  for (n in 1 : N) {
    z[n] = y[n] == 1 && x[n] > 0.5;
    s += x[n] * (y[n] != 0);
  }
}
