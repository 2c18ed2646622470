functions {
  real f(real y) {
    y = 2;
    return y;
  }
}
