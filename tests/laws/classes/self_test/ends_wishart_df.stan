// the degrees of freedom must be above 1
// self-test: passes
parameters {
  real a;
  cov_matrix[2] g;
}
model {
  a ~ normal(0, 1);
  g ~ wishart(a, [[1, 0], [0, 1]]);
}
