data {
  complex z;
  complex_vector[3] zs;
}
model {
  y = 3i;
  y = 2.5i + 1;
}
