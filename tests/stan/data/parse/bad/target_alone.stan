model {
  target;
}
