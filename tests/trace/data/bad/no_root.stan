functions {
  vector f(vector y, real a) {
    return square(y) + a;
  }
}
transformed data {
  vector[1] y = solve_newton(f, [1]', 2.0);
}
