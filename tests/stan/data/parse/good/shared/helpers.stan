real twice(real x) {
  return 2 * x;
}
