data {
  real x, int n;
}
