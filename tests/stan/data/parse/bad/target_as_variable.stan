model {
  x = target + 1;
}
