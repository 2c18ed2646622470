parameters {
  real x;
}
generated quantities {
  int k = poisson_rng(2e9 * x);
}
