transformed data {
  real x = gamma_p(0, 1);
}
