model {
  x = 3 @ 4;
  y = a & b;
  z = $w;
  v = `3`;
}
