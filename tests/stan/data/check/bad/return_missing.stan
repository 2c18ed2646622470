functions {
  real f(real y) {
    if (y > 0) return y;
  }
}
