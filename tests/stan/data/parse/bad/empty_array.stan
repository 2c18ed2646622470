model {
  x = {};
}
