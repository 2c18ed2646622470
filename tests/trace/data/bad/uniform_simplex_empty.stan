transformed data {
  int n = 0;
  vector[0] x = uniform_simplex(n);
}
