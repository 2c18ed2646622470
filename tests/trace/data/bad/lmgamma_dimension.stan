transformed data {
  real x = lmgamma(-1, 2.5);
}
