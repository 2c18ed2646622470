// print at {"m": 0}
// prints: [[5,6,7]]
transformed data {
  matrix[1, 3] Q = [[5, 6, 7]];
  print(Q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
