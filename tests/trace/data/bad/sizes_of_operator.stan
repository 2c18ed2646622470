transformed data {
  vector[3] x = [1, 2, 3]';
  vector[3] y = x + [1, 2]';
}
