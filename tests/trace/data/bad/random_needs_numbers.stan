functions {
  real draw_rng(int n) {
    return binomial_rng(n, 1.5);
  }
}
transformed data {
  real y = draw_rng(3);
}
