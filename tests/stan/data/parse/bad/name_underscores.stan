model {
  real x__ = 1;
  real _y = 2;
}
