// No parameters: every shape of variable that clients have to put together again from column names.
generated quantities {
  matrix[2, 3] m;
  array[2] matrix[2, 3] am;
  array[2, 3] int a;
  row_vector[2] r = [7, 8];
  real noise = normal_rng(1, 2);
  for (i in 1 : 2) {
    for (j in 1 : 3) {
      m[i, j] = 10 * i + j;
      a[i, j] = 100 * i + j;
      am[1][i, j] = 1000 + 10 * i + j;
      am[2][i, j] = 2000 + 10 * i + j;
    }
  }
}
