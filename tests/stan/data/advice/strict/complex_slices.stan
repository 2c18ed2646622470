// Slices of complex numbers.
functions {
  real part(array[] complex z, int start, int end) {
    return sum(abs(z));
  }
}
parameters {
  array[10] complex a;
}
model {
  target += reduce_sum(part, a, 1);
}
