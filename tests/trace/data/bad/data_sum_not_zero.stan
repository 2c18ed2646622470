data {
  sum_to_zero_vector[2] u;
}
