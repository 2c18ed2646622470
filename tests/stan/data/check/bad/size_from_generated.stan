generated quantities {
  int k = 2;
  vector[k] v;
}
