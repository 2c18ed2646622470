functions {
  real f(real y, int y) { return y; }
}
