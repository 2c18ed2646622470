model {
  (x + y) = 3;
  f(x) = 3;
  x' = 4;
}
