functions {
  real f_lupdf(real y) { return y; }
}
