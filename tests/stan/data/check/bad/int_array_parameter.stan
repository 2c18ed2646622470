parameters {
  array[3] int k;
}
