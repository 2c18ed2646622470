parameters {
  int k;
}
