data {
  array[2, 2] real<lower=0> x;
}
