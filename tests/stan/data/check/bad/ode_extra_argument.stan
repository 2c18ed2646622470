functions {
  vector f(real t, vector y, int k) { return y; }
}
transformed data {
  array[1] vector[1] y = ode_rk45(f, [1]', 0, {1.0}, 2.5);
}
