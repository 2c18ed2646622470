transformed data {
  real x = lambert_wm1(0);
}
