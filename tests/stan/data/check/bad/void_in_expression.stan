functions {
  void f(real y) { print(y); }
}
transformed data {
  real y = 1 + f(2);
}
