parameters {
  real x;
}
generated quantities {
  matrix[3, 3] W = wishart_rng(x, identity_matrix(3));
}
