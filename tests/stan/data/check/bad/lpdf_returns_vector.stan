functions {
  vector f_lpdf(real y) { return [y]'; }
}
