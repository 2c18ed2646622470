// the same by rows and by columns, but for the brackets
// print at {"m": 0}
// prints: [[2,1],[1,3]]
transformed data {
  cov_matrix[2] q = [[2, 1], [1, 3]];
  print(q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
