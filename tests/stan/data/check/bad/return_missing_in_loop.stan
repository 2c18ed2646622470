functions {
  real f(real y) {
    for (i in 1:3) if (y > i) return y;
  }
}
