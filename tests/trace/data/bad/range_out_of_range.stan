transformed data {
  vector[3] x = [1, 2, 3]';
  vector[2] y = x[3 : 4];
}
