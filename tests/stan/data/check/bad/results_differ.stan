functions {
  real f(real y) { return y; }
  vector f(real z) { return [z]'; }
}
