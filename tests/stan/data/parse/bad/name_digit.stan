model {
  real 2x = 1;
}
