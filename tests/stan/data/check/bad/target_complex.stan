parameters {
  complex z;
  tuple(real, real) t;
}
model {
  target += z;
  target += t;
  target += get_real(z);
}
