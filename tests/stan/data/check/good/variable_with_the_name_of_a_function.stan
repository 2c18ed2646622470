functions {
  real level(real level) { return level; }
  real slope(real x) { return level(x); }
}
data {
  real slope;
}
generated quantities {
  real twice = level(2 * slope);
}
