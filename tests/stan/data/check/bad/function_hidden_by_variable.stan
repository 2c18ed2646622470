functions {
  real f(real y) { return y; }
}
data {
  real f;
}
generated quantities {
  real z = f(1.5);
}
