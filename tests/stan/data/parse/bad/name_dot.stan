model {
  real my.name = 1;
}
