functions {
  vector f(real t, vector y) {
    return append_row(y, y);
  }
}
parameters {
  vector[1] y0;
}
transformed parameters {
  array[1] vector[1] y = ode_rk45(f, y0, 0, {2.0});
}
