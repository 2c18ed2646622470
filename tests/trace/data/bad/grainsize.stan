functions {
  real part(array[] real x, int start, int end) {
    return sum(x);
  }
}
transformed data {
  int grainsize = 0;
  real y = reduce_sum(part, {1.0, 2.0}, grainsize);
}
