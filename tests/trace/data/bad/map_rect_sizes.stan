functions {
  vector f(vector phi, vector theta, data array[] real x_r, data array[] int x_i) {
    return phi;
  }
}
transformed data {
  array[2, 1] real x_r = {{1.0}, {2.0}};
  array[3, 1] int x_i = {{1}, {2}, {3}};
  vector[2] y = map_rect(f, [1]', {[1]', [2]'}, x_r, x_i);
}
