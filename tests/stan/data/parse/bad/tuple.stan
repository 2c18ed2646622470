functions {
  real f(tuple(int, real) x) {
    return x.1;
  }
  tuple(int, int) g() {
    return (1, 2);
  }
}
data {
  tuple(int, real) t;
  array[3] tuple(int, real) ts;
}
model {
  y = (1, 2);
  y = t.2;
}
