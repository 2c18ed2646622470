transformed data {
  vector[3] x = [1, 2, 3]';
  real y = x[4];
}
