transformed data {
  int n = 0;
  int x = 3 % n;
}
