functions {
  real f() {
    return normal_rng(0, 1);
  }
}
