transformed data {
  vector[3] x = linspaced_vector(3, 1, 0);
}
