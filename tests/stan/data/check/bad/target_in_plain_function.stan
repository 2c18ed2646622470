functions {
  real f(real y) {
    target += y;
    return y;
  }
}
