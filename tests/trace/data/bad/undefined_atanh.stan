transformed data {
  real x = sum(atanh([0.1, 1.5, 0.2]));
}
