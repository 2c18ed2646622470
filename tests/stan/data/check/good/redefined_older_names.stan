functions {
  real fabs(real x) { return x < 0 ? -x : x; }
  real if_else(int c, real a, real b) { return c ? a : b; }
  real log(real a, real b) { return log(a) / log(b); }
}
transformed data {
  real x = fabs(-2) + if_else(1, 2, 3) + log(8, 2);
}
