transformed data {
  real x = lbeta(1, -2);
}
