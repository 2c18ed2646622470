functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[1] vector[0] y = ode_rk45(f, rep_vector(1, 0), 0, {1.0});
}
