// A leaf lost the condition that its scale matrix is positive definite.
parameters {
  cov_matrix[2] z;
  real k;
}
model {
  z ~ wishart(3, [[k, 0], [0, 1]]);
}
