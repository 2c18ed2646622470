functions {
  vector f(real t, vector y, vector dy) {
    return [1, 2]';
  }
}
transformed data {
  array[1] vector[1] y = dae(f, [1]', [1]', 0, {1.0});
}
