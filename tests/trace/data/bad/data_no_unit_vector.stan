data {
  unit_vector[2] u;
}
