model {
  x = = 3;
}
