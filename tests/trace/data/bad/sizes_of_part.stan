transformed data {
  vector[3] x;
  x[1 : 2] = [1, 2, 3]';
}
