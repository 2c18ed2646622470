functions {
  real slope_jacobian(real x) { return 2 * x; }
  real twice(real x) { return slope_jacobian(x); }
}
generated quantities {
  real y = twice(3) + slope_jacobian(1);
}
