transformed data {
  vector[2] x = [1, 2]';
  vector[3] y = head(x, 3);
}
