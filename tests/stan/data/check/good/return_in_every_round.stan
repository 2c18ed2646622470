functions {
  real f(real y) {
    for (i in 1:3) return y + i;
  }
  real g(vector y) {
    for (each in y) {
      if (each > 0) return each; else return -each;
    }
  }
}
