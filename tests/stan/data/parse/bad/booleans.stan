model {
  x = true;
  y = false;
}
