data {
  int N = 3;
}
parameters {
  real x = 0, y = 1;
}
