data {
  tuple(real, int) d;
}
model {
  real x;
  int i;
  vector[3] v;
  tuple(real, tuple(int, real)) t;
  (x, x) = (1, 2);
  (i, v[i]) = (1, 2);
  (t.2.1, t) = (1, (1, (2, 3)));
  (x, i) = (1, 2.5);
  (x, i) = (1, 2, 3);
  d.1 = 3;
  t += 1;
  t = 1 ? (1, (2, 3)) : (1, 2);
}
