transformed data {
  int n = -1;
  vector[0] x = rep_vector(1, n);
}
