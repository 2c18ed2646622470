functions {
  void f(vector y) {
    return y;
  }
}
