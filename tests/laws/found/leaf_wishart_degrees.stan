// A leaf with NaN degrees of freedom was drawn for ever.
parameters {
  cov_matrix[2] z;
  real k;
  real<lower=-1.5, upper=1.5> r;
}
model {
  z ~ wishart(2 + sqrt(k), [[1, r], [r, 1]]);
}
