data {
  array[2] int x;
}
