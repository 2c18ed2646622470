functions {
  complex_matrix f(complex z, complex_vector v, array[] complex_row_vector r) {
    return v * r[1] * z;
  }
}
data {
  complex z;
  complex_vector[3] zs;
}
transformed data {
  complex y = 3i;
  array[2] complex_matrix[2, 2] m;
  y = 2.5i + 1 - 1e-3i;
}
