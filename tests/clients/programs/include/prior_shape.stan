real prior_shape() {
  return 1;
}
