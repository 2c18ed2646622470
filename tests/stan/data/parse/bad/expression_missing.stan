model {
  x = ;
  y = 3 * ;
  z = f(1, );
  w = f(, 1);
  v = [1, 2,];
  u = a ? b;
}
