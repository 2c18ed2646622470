data {
  int x;
}
