data {
  int n;
}
transformed data {
  vector[n - 5] x;
}
