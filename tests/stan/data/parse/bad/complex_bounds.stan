data {
  complex<lower=0> z;
  complex_vector zs;
}
model {
  real y = 3ii;
}
