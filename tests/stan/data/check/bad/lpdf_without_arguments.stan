functions {
  real f_lpdf() { return 1; }
}
