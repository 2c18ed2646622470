functions {
  real f_lpdf(int y) { return y; }
}
