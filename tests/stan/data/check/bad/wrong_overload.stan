functions {
  real f(real y) { return y; }
  real f(vector y) { return y[1]; }
}
transformed data {
  real y = f({1, 2});
}
