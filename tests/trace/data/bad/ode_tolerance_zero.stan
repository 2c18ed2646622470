functions {
  vector f(real t, vector y) {
    return y;
  }
}
transformed data {
  array[1] vector[1] y = ode_bdf_tol(f, [1]', 0, {1.0}, 0, 1e-6, 100);
}
