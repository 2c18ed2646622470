functions {
  real f(foo x) {
    real y = ;
    return y +;
  }
}
