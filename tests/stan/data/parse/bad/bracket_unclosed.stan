model {
  y[1 = 3;
}
