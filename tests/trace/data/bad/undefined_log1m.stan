transformed data {
  real x = log1m(2);
}
