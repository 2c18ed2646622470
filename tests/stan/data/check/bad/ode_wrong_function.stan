functions {
  vector f(real t, array[] real y) { return [1]'; }
}
transformed data {
  array[1] vector[1] y = ode_rk45(f, [1]', 0, {1.0});
}
