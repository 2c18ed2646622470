functions {
  real f(real x, real xc, array[] real theta, data array[] real x_r, data array[] int x_i) {
    return inv(x);
  }
}
transformed data {
  array[0] real x_r;
  array[0] int x_i;
  real y = integrate_1d(f, 0, 1, {1.0}, x_r, x_i);
}
