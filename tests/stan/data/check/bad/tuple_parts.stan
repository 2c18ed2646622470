data {
  tuple(real, int) t;
  array[2] tuple(real, real) a;
}
model {
  real x = t.3;
  x = x.1;
  x = a.1;
  x = t[1];
  x = t;
  x = (1, 2) + 3;
}
