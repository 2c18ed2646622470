functions {
  vector f(vector y) {
    return append_row(y, y);
  }
}
transformed data {
  vector[1] y = solve_newton(f, [1]');
}
