functions {
  real f(real y) {
    for (i in 1:3) return y;
  }
}
