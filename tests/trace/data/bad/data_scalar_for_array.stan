data {
  int n;
  vector[n] x;
}
