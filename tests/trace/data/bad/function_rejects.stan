functions {
  real f(int n) {
    while (n > 0) {
      return 1;
    }
    return f(n);
  }
  real g(int n) {
    for (i in 1 : n) {
      if (i > 3) {
        return i;
      }
    }
    reject("too few: ", n);
  }
}
transformed data {
  real y = g(2);
}
