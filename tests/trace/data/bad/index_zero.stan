transformed data {
  array[2, 3] int x = {{1, 2, 3}, {4, 5, 6}};
  x[2, 0] = 1;
}
