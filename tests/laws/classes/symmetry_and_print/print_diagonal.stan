// print at {"m": 0}
// prints: [[1,0],[0,2]]
transformed data {
  print(diag_matrix([1, 2]'));
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
