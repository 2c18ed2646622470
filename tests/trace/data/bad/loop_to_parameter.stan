functions {
  int count(real x) {
    int n = 0;
    while (n < x) {
      n += 1;
    }
    return n;
  }
}
parameters {
  real z;
}
transformed parameters {
  real y = count(z);
}
