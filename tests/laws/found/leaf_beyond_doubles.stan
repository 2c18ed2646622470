// Draws of an inverse Wishart matrix that no double can hold (seed 901548)
parameters {
  cholesky_factor_corr[2] z1;
  cov_matrix[2] z2;
  real k1;
  real<lower=-0.5, upper=3> k3;
}
model {
  z2 ~ inv_wishart(2 + (1 - k3), [[1, 0], [0, 1]]);
}
