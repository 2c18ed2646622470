functions {
  real f(real y) { return y; }
  real f(real z) { return z; }
}
