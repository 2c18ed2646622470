data {
  int k;
  array[3] int<upper=k> x;
}
