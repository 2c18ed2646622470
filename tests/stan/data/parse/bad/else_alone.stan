model {
  else x = 1;
}
