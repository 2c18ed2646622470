transformed data {
  real x = choose(-1, 1);
}
