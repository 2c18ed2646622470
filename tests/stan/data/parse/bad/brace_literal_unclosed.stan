model {
  x = {1, 2;
}
