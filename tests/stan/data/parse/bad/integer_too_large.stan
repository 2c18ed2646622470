model {
  int n = 3000000000;
  real x = 1e999;
}
