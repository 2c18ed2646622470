model {
  x == 3;
  x + 1;
}
