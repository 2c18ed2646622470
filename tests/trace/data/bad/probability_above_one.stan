transformed data {
  real z = bernoulli_lpmf(1 | 1.5);
}
