// print at {"m": 0}
// prints: [[5]]
transformed data {
  matrix[1, 1] Q = [[5]];
  print(Q);
}
parameters {
  real m;
}
model {
  m ~ normal(0, 1);
}
