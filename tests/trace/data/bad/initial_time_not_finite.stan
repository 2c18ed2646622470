functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[1] vector[1] y = ode_rk45(f, [1]', not_a_number(), {1.0});
}
