parameters {
  complex z;
}
model {
  real x = z;
  int k = 3i;
  complex_vector[2] v;
  if (z < 1) x = 1;
  x = z + 1;
  v = z * [1, 2];
  z ~ normal(0, 1);
  x = log1p(z);
}
