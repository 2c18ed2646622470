functions {
  real f(real y, int k) { return y; }
  real f(int k, real y) { return y; }
}
transformed data {
  real y = f(1, 2);
}
