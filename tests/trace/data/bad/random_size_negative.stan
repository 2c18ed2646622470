transformed data {
  array[2] int n = {1, 2};
  vector[2] alpha = [1, 1]';
  array[2] int y = multinomial_rng([0.5, 0.5]', n[1] - 3);
}
