functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[1] vector[1] y = ode_bdf(f, [negative_infinity()]', 0, {1.0});
}
