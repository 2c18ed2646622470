functions {
  real f(real y);
}
