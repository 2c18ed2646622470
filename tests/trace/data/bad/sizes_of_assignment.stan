transformed data {
  vector[3] x = [1, 2]';
}
