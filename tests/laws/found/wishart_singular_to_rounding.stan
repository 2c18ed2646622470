// A precision that is singular by the rounding of its own elements (seed 9100576)
data {
  int<lower=0> D;
}
parameters {
  cov_matrix[D] V;
}
model {
  V ~ wishart(D, add_diag(rep_matrix(0.2, D, D), 1));
}
