functions {
  void f_lp(real y) {
    target += y;
  }
}
transformed data {
  f_lp(1);
}
