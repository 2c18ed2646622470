functions {
  real f(real x) {
    return f(x + 1);
  }
}
transformed data {
  real x = f(1);
}
