functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[2] vector[1] y = ode_rk45(f, [1]', 0, {2.0, 1.0});
}
