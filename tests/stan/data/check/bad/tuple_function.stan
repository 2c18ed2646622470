functions {
  void f(tuple(real, real) x) {
    x.1 = 2;
  }
  real g(data tuple(real, real) x) {
    return x.1;
  }
}
parameters {
  tuple(real, int) p;
  tuple(real, real) q;
}
model {
  f((1, 2, 3));
  target += g(q);
  array[2] tuple(real, int) a = {(1, 2), (3, 4, 5)};
}
