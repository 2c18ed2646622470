functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[0] real ts;
  array[0] vector[1] y = ode_rk45(f, [1]', 0, ts);
}
