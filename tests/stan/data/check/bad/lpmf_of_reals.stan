functions {
  real f_lpmf(real y) { return y; }
}
