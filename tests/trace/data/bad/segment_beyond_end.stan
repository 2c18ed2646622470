transformed data {
  vector[3] x = [1, 2, 3]';
  vector[2] y = segment(x, 3, 2);
}
