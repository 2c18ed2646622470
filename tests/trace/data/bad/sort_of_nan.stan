transformed data {
  vector[2] x = sort_asc([1, not_a_number()]');
}
