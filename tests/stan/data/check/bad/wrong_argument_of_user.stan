functions {
  real f(real y, int k) { return y; }
}
transformed data {
  real y = f(1, 2.5);
}
