transformed data {
  real q = quantile({1.0, 2, 3}, 1.5);
}
