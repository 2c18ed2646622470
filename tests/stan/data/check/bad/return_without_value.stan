functions {
  real f(vector y) {
    return;
  }
}
