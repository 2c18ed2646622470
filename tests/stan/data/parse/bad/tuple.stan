functions {
  real f(tuple(int) x) {
    return x.1;
  }
}
data {
  tuple() t;
  tuple(int, simplex) u;
}
model {
  tuple(real<lower=0>, int) v;
  (x, y).1 = 2;
  (1, y) = f(3);
  y = t.0;
  y = (1, 2;
}
