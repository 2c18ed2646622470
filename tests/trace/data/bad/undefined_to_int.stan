transformed data {
  real x = to_int(1e12);
}
