transformed data {
  vector[0] x;
  vector[0] u = sum_to_zero_unconstrain(x);
}
