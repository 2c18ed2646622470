transformed data {
  array[2] vector[2] x = {[1, 2]', [1, 2, 3]'};
}
