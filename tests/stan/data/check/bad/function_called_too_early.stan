functions {
  real f(real y) { return g(y); }
  real g(real y) { return y; }
}
