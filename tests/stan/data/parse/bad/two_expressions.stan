model {
  x y;
  x 3;
  f(x) g(x);
}
