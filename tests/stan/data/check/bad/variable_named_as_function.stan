functions {
  real f(real y) { return y; }
}
data {
  real f;
}
