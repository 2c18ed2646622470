functions {
  real f(int n) {
    while (n > 0) {
      return 1;
    }
    return f(-n);
  }
}
transformed data {
  real x = f(0);
}
