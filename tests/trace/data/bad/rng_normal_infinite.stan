parameters {
  real x;
}
generated quantities {
  real z = normal_rng(0, x / 0.0);
}
