functions {
  vector f(real t, vector y, vector dy) {
    return y - dy;
  }
}
transformed data {
  array[1] vector[1] y = dae(f, [1]', [2]', 0, {1.0});
}
